// The server's messages by name; the types themselves are generated from its description.
import type { components } from './api';

type Schemas = components['schemas'];

export type AnswerMessage = Schemas['AnswerMessage'];
export type ArrangeRequest = Schemas['ArrangeRequest'];
export type Choice = Schemas['Choice'];
export type DrawMessage = Schemas['DrawMessage'];
export type Emote = Schemas['EmoteRequest']['code'];
export type EmoteMessage = Schemas['EmoteMessage'];
export type GameMessage = Schemas['GameMessage'];
export type HouseMessage = Schemas['HouseMessage'];
export type InEveryLanguage = Schemas['InEveryLanguage'];
export type Language = Schemas['PersonMessage']['language'];
export type ListedTable = Schemas['ListedTable'];
export type LuckMessage = Schemas['LuckMessage'];
export type NoticeMessage = Schemas['NoticeMessage'];
export type OptionMessage = Schemas['OptionMessage'];
export type PersonMessage = Schemas['PersonMessage'];
export type QuestionMessage = Schemas['QuestionMessage'];
export type ReplayMessage = Schemas['ReplayMessage'];
export type ReportMessage = Schemas['ReportMessage'];
export type SeatMessage = Schemas['SeatMessage'];
export type SeatRequest = Schemas['SeatRequest'];
export type SeatTaken = Schemas['SeatTaken'];
export type SneakySeat = Schemas['SneakySeat'];
export type SneakyView = Schemas['SneakyView'];
export type StateMessage = Schemas['StateMessage'];
export type StreamEvents = Schemas['StreamEvents'];
export type TableAndYou = Schemas['TableAndYou'];
export type TableMessage = Schemas['TableMessage'];
export type TableRequest = Schemas['TableRequest'];
export type TokenMessage = Schemas['TokenMessage'];
export type Told = Schemas['Told'];
export type UpdateMessage = Schemas['UpdateMessage'];
export type View = StateMessage['view'];
export type YouMessage = Schemas['YouMessage'];
