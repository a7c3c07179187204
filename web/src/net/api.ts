// The server's calls by name.
import type {
  AnswerMessage,
  ArrangeRequest,
  Emote,
  GameMessage,
  HouseMessage,
  Language,
  ListedRecord,
  ListedTable,
  LuckMessage,
  PersonMessage,
  ReplayMessage,
  ReportMessage,
  SeatTaken,
  ShareMessage,
  StateMessage,
  TableAndYou,
  TableMessage,
  TableRequest,
  TokenMessage,
} from '../protocol';
import { learn } from '../texts/say.svelte';
import { get, getText, post, postFile, postFileForText, postForText, remove as removeAt } from './requests';

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;
const seatAt = (table: string, seat: number) => `${at(table)}/seats/${seat}`;

export const whoAmI = () => get<PersonMessage>('/api/me');
export const introduce = (name: string, language: Language) => post<PersonMessage>('/api/me', { name, language });
export const remove = (table: string) => removeAt(at(table));
export const myTables = () => get<ListedTable[]>('/api/tables?most=12');
/** All games; what the server says of those that this client does not know is known from then on. */
export async function games(): Promise<GameMessage[]> {
  const found = await get<GameMessage[]>('/api/games');
  for (const { texts } of found) if (texts) learn(texts);
  return found;
}
export const rules = (game: string, language: Language) => getText(`/api/rules/${language}/${game}`);

export const createTable = (plan: TableRequest) => post<TableAndYou>('/api/tables', plan);
export const beginLesson = (game: string) => post<TableAndYou>('/api/lessons', { game });
export const readLesson = (table: string, step: number) => post<TableAndYou>(`${at(table)}/lesson/read`, { step });
export const leaveLesson = (table: string) => post<TableAndYou>(`${at(table)}/lesson/leave`);
export const lookAt = (table: string) => get<TableAndYou>(at(table));
export const states = (table: string, language: Language) =>
  get<StateMessage[]>(`${at(table)}/state?language=${language}`);
export const invitation = (link: string) => post<TableMessage>('/api/invitation', { link });
export const join = (link: string, name: string) => post<TableAndYou>('/api/join', { link, name, seat: null });
export const watch = (link: string) => post<TableAndYou>('/api/watch', { link });

export const arrange = (table: string, plan: ArrangeRequest) => post<TableAndYou>(`${at(table)}/arrange`, plan);
export const start = (table: string) => post<TableAndYou>(`${at(table)}/start`);
export const pause = (table: string) => post<TableAndYou>(`${at(table)}/pause`);
export const resume = (table: string) => post<TableAndYou>(`${at(table)}/resume`);
export const nextGame = (table: string, game: number) => post<TableAndYou>(`${at(table)}/next-game`, { game });
export const leave = (table: string) => post<TableAndYou>(`${at(table)}/leave`);
export const comeBack = (table: string) => post<TableAndYou>(`${at(table)}/return`);
export const renewLink = (table: string) => post<TableAndYou>(`${at(table)}/link`);
export const offerRematch = (table: string, plan: ArrangeRequest) => post<TableAndYou>(`${at(table)}/rematch`, plan);
export const acceptRematch = (table: string) => post<TableAndYou>(`${at(table)}/rematch/accept`);
export const declineRematch = (table: string) => post<TableAndYou>(`${at(table)}/rematch/decline`);

export const answer = (table: string, seat: number, question: string, word: string) =>
  post<AnswerMessage>(`${seatAt(table, seat)}/answers`, { question, word });
export const undo = (table: string, seat: number, version: number) =>
  post<AnswerMessage>(`${seatAt(table, seat)}/undo`, { version });
export const seatBot = (table: string, seat: number) => post<TableAndYou>(`${seatAt(table, seat)}/bot`);
export const removePerson = (table: string, seat: number) => post<TableAndYou>(`${seatAt(table, seat)}/remove`);
export const makeHost = (table: string, seat: number) => post<TableAndYou>(`${seatAt(table, seat)}/host`);
export const emote = (table: string, seat: number, code: Emote) =>
  post<void>(`${seatAt(table, seat)}/emotes`, { code });
export const handover = (table: string, seat: number) => post<TokenMessage>(`${seatAt(table, seat)}/handover`);
export const takeSeat = (token: string) => post<SeatTaken>('/api/take-seat', { token });

export const house = () => get<HouseMessage>('/api/house');
export const openHouse = () => post<HouseMessage>('/api/house/open');
export const closeHouse = () => post<HouseMessage>('/api/house/close');

export const report = (table: string, seat: number | null) =>
  get<ReportMessage>(`${at(table)}/report${seat === null ? '' : `?seat=${seat}`}`);
/** As a seat saw a game, or with everything open. */
export type Eyes = number | null;
const seen = (eyes: Eyes, language: Language) => `language=${language}&${eyes === null ? 'open=true' : `seat=${eyes}`}`;
const gameAt = (table: string, match: number, game: number) => `${at(table)}/matches/${match}/games/${game}`;

export const replay = (table: string, match: number, game: number, eyes: Eyes, language: Language) =>
  get<ReplayMessage>(`${gameAt(table, match, game)}/replay?${seen(eyes, language)}`);
export const luck = (table: string, match: number, game: number) =>
  get<LuckMessage>(`${gameAt(table, match, game)}/luck`);
export const record = (table: string, match: number, game: number) => getText(`${gameAt(table, match, game)}/record`);
export const share = (table: string, match: number, game: number) =>
  post<ShareMessage>(`${gameAt(table, match, game)}/share`);
export const withdraw = (table: string, match: number, game: number) => removeAt(`${gameAt(table, match, game)}/share`);

export const sharedReplay = (link: string, eyes: Eyes, language: Language) =>
  post<ReplayMessage>(`/api/shared/replay?language=${language}`, { link, seat: eyes, open: eyes === null });
export const sharedLuck = (link: string, language: Language) =>
  post<LuckMessage>(`/api/shared/luck?language=${language}`, { link });
export const sharedRecord = (link: string, language: Language) =>
  postForText(`/api/shared/record?language=${language}`, { link });

export const bringTable = (file: Blob) => postFile<TableAndYou>('/api/tables/brought', file);
export const takeAlong = (table: string) => postForText(`${at(table)}/take-along`, {});
export const openedRecords = (file: Blob, language: Language) =>
  postFile<ListedRecord[]>(`/api/opened?language=${language}`, file);
export const openedReplay = (file: Blob, line: number, eyes: Eyes, language: Language) =>
  postFile<ReplayMessage>(`/api/opened/replay?line=${line}&${seen(eyes, language)}`, file);
export const openedLuck = (file: Blob, line: number, language: Language) =>
  postFile<LuckMessage>(`/api/opened/luck?line=${line}&language=${language}`, file);
export const openedRecord = (file: Blob, line: number, language: Language) =>
  postFileForText(`/api/opened/record?line=${line}&language=${language}`, file);
