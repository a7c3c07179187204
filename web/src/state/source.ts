// Where a replay comes from: a game of a table, one that somebody shared by a link, or a file.
import * as api from '../net/api';
import type { Language, LuckMessage, ReplayMessage } from '../protocol';

export interface Played {
  table: string;
  match: number;
  game: number;
}

export interface Source {
  /** Another one for every game. */
  id: string;
  replay(eyes: api.Eyes, language: Language): Promise<ReplayMessage>;
  luck(language: Language): Promise<LuckMessage>;
  /** As a file has it: one line. */
  record(language: Language): Promise<string>;
  /** The address of a step. */
  address(eyes: api.Eyes, step: number): string;
  /** Where it was played, for those who belong there. */
  played: Played | null;
  isFile: boolean;
}

const seen = (eyes: api.Eyes) => (eyes === null ? '' : `?seat=${eyes}`);

export function ofTable(table: string, match: number, game: number): Source {
  return {
    id: `${table}/${match}/${game}`,
    replay: (eyes, language) => api.replay(table, match, game, eyes, language),
    luck: () => api.luck(table, match, game),
    record: () => api.record(table, match, game),
    address: (eyes, step) => `/t/${table}/replay/${match}/${game}${seen(eyes)}#${step}`,
    played: { table, match, game },
    isFile: false,
  };
}

/** The link stands behind the `#`, so that no server or proxy writes it down. */
export function ofLink(link: string): Source {
  return {
    id: link,
    replay: (eyes, language) => api.sharedReplay(link, eyes, language),
    luck: (language) => api.sharedLuck(link, language),
    record: (language) => api.sharedRecord(link, language),
    address: (eyes, step) => `/shared${seen(eyes)}#${link}.${step}`,
    played: null,
    isFile: false,
  };
}

/** A record in a file of this browser: it goes to the server with each request, which keeps nothing of it. */
export function ofFile(file: Blob, line: number, id: string): Source {
  return {
    id,
    replay: (eyes, language) => api.openedReplay(file, line, eyes, language),
    luck: (language) => api.openedLuck(file, line, language),
    record: (language) => api.openedRecord(file, line, language),
    address: (eyes, step) => `/open${seen(eyes)}#${step}`,
    played: null,
    isFile: true,
  };
}
