// A table as this browser shows it: what was received, what is shown of it by now, and what was answered.
import { live } from '../access/live.svelte';
import * as api from '../net/api';
import { Refused, Unreachable } from '../net/requests';
import { waitBefore } from '../net/retry';
import { Stream } from '../net/stream';
import type {
  Emote,
  EmoteMessage,
  Language,
  NoticeMessage,
  StateMessage,
  TableAndYou,
  TableMessage,
  UpdateMessage,
  YouMessage,
} from '../protocol';
import { say, speaking } from '../texts/say.svelte';
import { Pacing } from './pacing';
import { settings } from './settings.svelte';

/** What one seat, or somebody who watches, is shown. */
export type Shown = Omit<StateMessage, 'table' | 'now'>;

/** An answer that is on its way; `slow` after the first try that failed. */
export interface Pending {
  seat: number;
  question: string;
  word: string;
  slow: boolean;
}

/** A few words on a slip of paper: why something is not possible, or what happened round the table. */
export interface Slip {
  text: string;
  clause: string | null;
  kind: 'bad' | 'plain';
}

export interface Said {
  seat: number;
  code: Emote;
  text: Record<Language, string>;
}

/** Changes what is shown; a board moves things meanwhile. */
export type Stage = (update: UpdateMessage, change: () => void) => void;

const STORY = 400; // lines that are kept here
const SAID = 4_000; // milliseconds that an emote is shown
const READ = 9_000; // milliseconds that news lie on the table
const NO_UPDATE = 3_000; // milliseconds after an accepted answer until the state is asked for

export class TableState {
  table = $state.raw<TableMessage | null>(null);
  you = $state.raw<YouMessage | null>(null);
  pending = $state.raw<Pending | null>(null);
  slip = $state.raw<Slip | null>(null);
  said = $state.raw<readonly Said[]>([]);
  /** When the next try to connect is, by the page's clock; null while connected. */
  lostUntil = $state<number | null>(null);
  failure = $state.raw<Refused | null>(null);
  gone = $state(false);
  behind = $state(0);
  /** The seat that lifted the curtain, where several people play at this device. */
  lifted = $state<number | null>(null);
  stage: Stage | null = null;
  onAsked: (() => void) | null = null;
  onUpdate: ((update: UpdateMessage) => void) | null = null;

  private seats = $state.raw<ReadonlyMap<number | null, Shown>>(new Map());
  private readonly pacing = new Pacing<UpdateMessage>(
    (update) => this.show(update),
    () => (this.skipping ? 'fast' : settings.pace),
  );
  private stream: Stream | null = null;
  private skipping = false;
  private clock = 0; // the server's time minus this page's, in seconds

  constructor(readonly id: string) {
    void this.open();
  }

  /** The seat whose view is shown; null for who watches. */
  get seat(): number | null {
    const mine = this.you?.seats ?? [];
    if (mine.length > 1) return this.lifted;
    return mine[0] ?? null;
  }

  get shown(): Shown | null {
    return this.seats.get(this.seat) ?? null;
  }

  /** A person of this device who is asked while the view of another is shown, or of nobody yet. */
  get curtainFor(): number | null {
    const mine = this.you?.seats ?? [];
    if (mine.length < 2 || this.behind > 0) return null;
    const asked = mine.filter((seat) => this.seats.get(seat)?.question);
    if (this.lifted !== null && (asked.length === 0 || asked.includes(this.lifted))) return null;
    return asked[0] ?? mine[0] ?? null;
  }

  name(seat: number): string {
    return this.table?.seats[seat]?.name ?? '';
  }

  /** Seconds that a seat has left for its decision, if there is a limit. */
  secondsLeft(seat: number, now: number): number | null {
    const deadline = this.shown?.deadlines[String(seat)];
    return deadline === undefined ? null : Math.max(0, Math.round(deadline - this.clock - now / 1000));
  }

  close(): void {
    this.stream?.close();
    this.pacing.drop();
  }

  /** From now on nothing waits, until somebody here is asked. */
  skip(): void {
    this.skipping = true;
    this.pacing.skip();
    this.behind = 0;
  }

  reconnect(): void {
    this.stream?.retry();
  }

  speak(language: Language): void {
    this.stream?.speak(language);
  }

  explain(text: string, clause: string | null = null, kind: Slip['kind'] = 'bad'): void {
    const slip: Slip = { text, clause, kind };
    this.slip = slip;
    if (kind === 'plain') setTimeout(() => this.slip === slip && (this.slip = null), READ);
    live.say(clause ? `${text} (${clause})` : text);
  }

  // ------------------------------------------------------------ what people do

  /** Sends an answer, and again until there is a reply: the server counts it once. */
  async answer(word: string): Promise<void> {
    const { seat, shown } = this;
    if (seat === null || !shown?.question || this.pending) return;
    this.slip = null;
    const question = shown.question.id;
    this.pending = { seat, question, word, slow: false };
    for (let attempt = 1; this.pending?.question === question; attempt++) {
      try {
        await api.answer(this.id, seat, question, word);
        setTimeout(() => this.pending?.question === question && void this.refresh(), NO_UPDATE);
        return;
      } catch (error) {
        if (!(error instanceof Unreachable)) {
          await this.refused(error);
          return;
        }
        if (this.pending) this.pending = { ...this.pending, slow: true };
        await new Promise((resolve) => setTimeout(resolve, waitBefore(attempt)));
      }
    }
  }

  async undo(): Promise<void> {
    const { seat, shown } = this;
    if (seat === null || !shown?.view.undoable) return;
    await this.doing(() => api.undo(this.id, seat, shown.version));
  }

  /** Does something round the table; a refusal is explained. */
  async doing(call: () => Promise<unknown>): Promise<boolean> {
    try {
      const answer = await call();
      if (isTableAndYou(answer)) {
        this.table = answer.table;
        this.you = answer.you;
      }
      return true;
    } catch (error) {
      if (error instanceof Refused) this.explain(error.message, error.clause);
      else this.explain(say('net.no_answer'));
      return false;
    }
  }

  // ------------------------------------------------------------ what the server tells

  private state(message: StateMessage): void {
    this.clock = message.now - Date.now() / 1000;
    if (message.seat === this.seat) {
      this.pacing.drop();
      this.behind = 0;
    }
    this.put(message.seat, message);
    this.settle(message.seat, message.question?.id ?? null);
    if (message.seat === this.seat && message.question) this.asked(message.question.text);
  }

  private update(message: UpdateMessage): void {
    this.settle(message.seat, message.question?.id ?? null);
    if (message.seat !== this.seat) {
      this.carryOut(message);
      return;
    }
    const own = message.seat !== null && message.events[0]?.startsWith(`${message.seat} `) === true;
    this.pacing.add(message, own);
    this.behind = this.pacing.behind;
  }

  private notice(message: NoticeMessage): void {
    if (message.code !== 'started' && message.code !== 'finished')
      this.explain(message.text[speaking.language], null, 'plain');
  }

  private emote(message: EmoteMessage): void {
    const said: Said = { seat: message.seat, code: message.code, text: message.text };
    this.said = [...this.said.filter((one) => one.seat !== said.seat), said];
    live.say(`${this.name(said.seat)}: ${said.text[speaking.language]}`);
    setTimeout(() => {
      this.said = this.said.filter((one) => one !== said);
    }, SAID);
  }

  private connected(): void {
    if (this.lostUntil !== null) live.say(say('net.back'));
    this.lostUntil = null;
  }

  private lost(next: number): void {
    if (this.lostUntil === null) live.say(say('net.lost'));
    this.lostUntil = performance.now() + next;
    void this.check();
  }

  // ------------------------------------------------------------ inside

  private async open(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        this.arrive(await api.lookAt(this.id));
        break;
      } catch (error) {
        if (error instanceof Refused) {
          this.failure = error;
          return;
        }
        this.lostUntil = performance.now() + waitBefore(attempt);
        await new Promise((resolve) => setTimeout(resolve, waitBefore(attempt)));
      }
    }
    this.lostUntil = null;
    this.stream = new Stream(this.id, speaking.language, {
      state: (message) => this.state(message),
      update: (message) => this.update(message),
      table: (message) => void (this.table = message),
      you: (message) => void (this.you = message),
      notice: (message) => this.notice(message),
      emote: (message) => this.emote(message),
      gone: () => void (this.gone = true),
      connected: () => this.connected(),
      lost: (next) => this.lost(next),
      look: () => void this.refresh(),
    });
  }

  private arrive(found: TableAndYou): void {
    this.table = found.table;
    this.you = found.you;
  }

  /** A stream that does not open tells no reason: the table may be gone. */
  private async check(): Promise<void> {
    try {
      await api.lookAt(this.id);
    } catch (error) {
      if (error instanceof Refused && error.status !== 401) this.failure = error;
    }
  }

  private async refresh(): Promise<void> {
    try {
      for (const message of await api.states(this.id, speaking.language)) this.state(message);
    } catch {
      // the stream tells as soon as it is there
    }
  }

  private async refused(error: unknown): Promise<void> {
    this.pending = null;
    if (error instanceof Refused) this.explain(error.message, error.clause);
    await this.refresh();
  }

  /** An answer has arrived once its seat is asked something else. */
  private settle(seat: number | null, question: string | null): void {
    if (this.pending && this.pending.seat === seat && this.pending.question !== question) this.pending = null;
  }

  private show(update: UpdateMessage): void {
    this.slip = this.slip?.kind === 'plain' ? this.slip : null;
    if (this.stage) this.stage(update, () => this.carryOut(update));
    else this.carryOut(update);
    this.behind = this.pacing.behind;
    const told = update.told.map((one) => one.text).join(' ');
    if (update.question) this.asked(`${told} ${update.question.text}`);
    else live.say(told);
    this.onUpdate?.(update);
  }

  private asked(text: string): void {
    this.skipping = false;
    live.say(text);
    this.onAsked?.();
  }

  private carryOut(update: UpdateMessage): void {
    const before = this.seats.get(update.seat);
    if (!before) {
      void this.refresh();
      return;
    }
    const same = before.match === update.match && before.game === update.game;
    const told = [...(same ? before.told : []), ...update.told].slice(-STORY);
    const { match, game, version, view, question, deadlines } = update;
    this.put(update.seat, { ...before, match, game, version, view, question, deadlines, told });
    if (!same) void this.sealAnew();
  }

  /** Each game has luck of its own, and its seal must be known before the secret is. */
  private async sealAnew(): Promise<void> {
    for (const { seat, seal } of await api.states(this.id, speaking.language).catch(() => [])) {
      const shown = this.seats.get(seat);
      if (shown) this.put(seat, { ...shown, seal });
    }
  }

  private put(seat: number | null, shown: Shown): void {
    this.seats = new Map(this.seats).set(seat, shown);
  }
}

function isTableAndYou(answer: unknown): answer is TableAndYou {
  return typeof answer === 'object' && answer !== null && 'table' in answer && 'you' in answer;
}
