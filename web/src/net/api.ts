// The server's calls by name.
import type {
  AnswerMessage,
  ArrangeRequest,
  Emote,
  GameMessage,
  HouseMessage,
  Language,
  ListedTable,
  LuckMessage,
  PersonMessage,
  ReplayMessage,
  ReportMessage,
  SeatTaken,
  StateMessage,
  TableAndYou,
  TableMessage,
  TableRequest,
  TokenMessage,
} from '../protocol';
import { get, getText, post } from './requests';

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;
const seatAt = (table: string, seat: number) => `${at(table)}/seats/${seat}`;

export const whoAmI = () => get<PersonMessage>('/api/me');
export const introduce = (name: string, language: Language) => post<PersonMessage>('/api/me', { name, language });
export const myTables = () => get<ListedTable[]>('/api/tables?most=12');
export const games = () => get<GameMessage[]>('/api/games');
export const rules = (game: string, language: Language) => getText(`/api/rules/${language}/${game}`);

export const createTable = (plan: TableRequest) => post<TableAndYou>('/api/tables', plan);
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
export const emote = (table: string, seat: number, code: Emote) =>
  post<void>(`${seatAt(table, seat)}/emotes`, { code });
export const handover = (table: string, seat: number) => post<TokenMessage>(`${seatAt(table, seat)}/handover`);
export const takeSeat = (token: string) => post<SeatTaken>('/api/take-seat', { token });

export const house = () => get<HouseMessage>('/api/house');
export const openHouse = () => post<HouseMessage>('/api/house/open');
export const closeHouse = () => post<HouseMessage>('/api/house/close');

export const report = (table: string, seat: number | null) =>
  get<ReportMessage>(`${at(table)}/report${seat === null ? '' : `?seat=${seat}`}`);
/** To download: the records of all finished games. */
export const recordsAt = (table: string) => `${at(table)}/records`;
const gameAt = (table: string, match: number, game: number) => `${at(table)}/matches/${match}/games/${game}`;
export const replay = (table: string, match: number, game: number, seat: number | null, language: Language) =>
  get<ReplayMessage>(
    `${gameAt(table, match, game)}/replay?language=${language}${seat === null ? '' : `&seat=${seat}`}`,
  );
export const luck = (table: string, match: number, game: number) =>
  get<LuckMessage>(`${gameAt(table, match, game)}/luck`);
