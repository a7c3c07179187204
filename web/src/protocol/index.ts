// The server's messages by name, which are generated from its description; and what their parts are called here.
import type { EmoteRequest, PersonMessage, StateMessage, TableMessage } from './api';

export type * from './api';
export type { Entry as SheetEntry } from './api';
export type Emote = EmoteRequest['code'];
export type Language = PersonMessage['language'];
export type Programs = TableMessage['programs'];
export type View = StateMessage['view'];
