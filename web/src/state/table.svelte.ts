// A table as this browser shows it: what was received, what is shown of it by now, and what was answered.
import { live } from '../access/live.svelte';
import { still } from '../motion/flight';
import * as api from '../net/api';
import { Refused, Unreachable } from '../net/requests';
import { waitBefore } from '../net/retry';
import { Stream } from '../net/stream';
import type {
  Emote,
  EmoteMessage,
  Language,
  NoticeMessage,
  QuestionMessage,
  StateMessage,
  TableAndYou,
  TableMessage,
  UpdateMessage,
  YouMessage,
} from '../protocol';
import { say, speaking } from '../texts/say.svelte';
import { Pacing } from './pacing';
import { settings, type Pace } from './settings.svelte';
import { stepsOf, type Step } from './steps';

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

/** What was received last for a seat. */
type Received = Pick<StateMessage, 'match' | 'version'>;

const STORY = 800; // lines that are kept here
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
  /** What everybody was told when this person was removed by the host. */
  removed = $state.raw<Record<Language, string> | null>(null);
  behind = $state(0);
  /** The seat that lifted the curtain, where several people play at this device. */
  lifted = $state<number | null>(null);
  stage: Stage | null = null;
  onAsked: (() => void) | null = null;
  onUpdate: ((update: UpdateMessage) => void) | null = null;

  private seats = $state.raw<ReadonlyMap<number | null, Shown>>(new Map());
  private readonly latest = new Map<number | null, Received>(); // not as shown
  private tablesTold = 0; // by the stream
  private readonly pacing = new Pacing<Step>(
    ({ update }) => this.show(update),
    () => this.pace,
    ({ stays }) => stays,
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

  /** The people of this device who must answer; who may only change a choice is not waited for. */
  get due(): readonly number[] {
    return (this.you?.seats ?? []).filter((seat) => {
      const shown = this.seats.get(seat);
      return shown?.question && shown.view.asked.includes(seat);
    });
  }

  /** A person of this device who must answer while the view of another is shown, or of nobody yet. */
  get curtainFor(): number | null {
    const mine = this.you?.seats ?? [];
    if (mine.length < 2 || this.behind > 0) return null;
    const must = this.due;
    if (this.lifted !== null && (must.length === 0 || must.includes(this.lifted))) return null;
    return must[0] ?? mine[0] ?? null;
  }

  name(seat: number): string {
    return this.table?.seats[seat]?.name ?? '';
  }

  /** Seats of people elsewhere. */
  get others(): readonly { seat: number; name: string }[] {
    return (this.table?.seats ?? [])
      .map(({ kind, name }, seat) => ({ kind, name, seat }))
      .filter(({ kind, seat }) => kind === 'person' && !this.you?.seats.includes(seat));
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

  /** Something has changed that no update tells: the present state is asked for. */
  renew(): void {
    void this.refresh();
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

  /** Does something round the table; a refusal is explained. The answer can come later than what the stream tells of
   * the time after it, and then the stream is right: it tells of this step too. */
  async doing(call: () => Promise<unknown>): Promise<boolean> {
    const before = this.tablesTold;
    try {
      const answer = await call();
      if (this.tablesTold === before && isTableAndYou(answer)) this.arrive(answer);
      return true;
    } catch (error) {
      if (error instanceof Refused) this.explain(error.message, error.clause);
      else this.explain(say('net.no_answer'));
      return false;
    }
  }

  // ------------------------------------------------------------ what the server tells

  private state(message: StateMessage): void {
    this.latest.set(message.seat, message);
    this.clock = message.now - Date.now() / 1000;
    if (message.seat === this.seat) {
      this.pacing.drop();
      this.behind = 0;
    }
    this.put(message.seat, message);
    this.settle(message.seat, message.question?.id ?? null);
    if (message.seat === this.seat && message.question) this.asked(message.question, message);
  }

  private update(message: UpdateMessage): void {
    if (this.isKnown(message)) return; // by a state that was asked for
    this.latest.set(message.seat, message);
    this.settle(message.seat, message.question?.id ?? null);
    if (message.seat !== this.seat) {
      this.carryOut(message);
      return;
    }
    const own = message.seat !== null && message.events.some((event) => event.startsWith(`${message.seat} `));
    for (const [index, step] of this.stepsOf(message).entries()) this.pacing.add(step, own && index === 0);
    this.behind = this.pacing.behind;
  }

  /** What is shown at once is not divided: then it is told in one go. */
  private stepsOf(update: UpdateMessage): readonly Step[] {
    return stepsOf(this.pace === 'fast' || still() ? { ...update, stages: [] } : update);
  }

  private get pace(): Pace {
    return this.skipping ? 'fast' : settings.pace;
  }

  private tableTold(message: TableMessage): void {
    this.tablesTold++;
    this.table = message;
  }

  private notice(message: NoticeMessage): void {
    if (message.code === 'removed' && message.seat !== null && this.you?.seats.includes(message.seat))
      this.removed = message.text;
    if (message.code === 'paused')
      live.say(message.text[speaking.language]); // it is to be seen anyway
    else if (message.code !== 'started' && message.code !== 'finished')
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
      table: (message) => this.tableTold(message),
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
      for (const message of await api.states(this.id, speaking.language)) if (!this.isOld(message)) this.state(message);
    } catch {
      // the stream tells as soon as it is there
    }
  }

  /** The stream has told of a later step meanwhile. */
  private isOld({ seat, match, version }: StateMessage): boolean {
    const last = this.latest.get(seat);
    return last !== undefined && (match < last.match || (match === last.match && version < last.version));
  }

  private isKnown({ seat, match, version }: UpdateMessage): boolean {
    const last = this.latest.get(seat);
    return last !== undefined && match === last.match && version <= last.version;
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
    const before = this.seats.get(update.seat)?.question?.id;
    if (this.slip?.kind === 'bad' && update.question?.id !== before) this.slip = null;
    if (this.stage) this.stage(update, () => this.carryOut(update));
    else this.carryOut(update);
    this.behind = this.pacing.behind;
    for (const { text } of update.told) this.tell(text);
    if (update.question && update.question.id !== before) this.asked(update.question, update);
    this.onUpdate?.(update);
  }

  /** A new question is read; who may only change a choice is not called. */
  private asked(question: QuestionMessage, { seat, view }: Pick<UpdateMessage, 'seat' | 'view'>): void {
    this.skipping = false;
    this.tell(question.text);
    if (seat !== null && view.asked.includes(seat)) this.onAsked?.();
  }

  /** Nothing of anybody's view is said behind the curtain. */
  private tell(text: string): void {
    if (this.curtainFor === null) live.say(text);
  }

  private carryOut(update: UpdateMessage): void {
    const before = this.seats.get(update.seat);
    if (!before) {
      void this.refresh();
      return;
    }
    const same = before.match === update.match && before.game === update.game;
    const all = [...(same ? before.told : []), ...update.told];
    const told = all.slice(Math.max(0, all.length - (update.kept ?? STORY)));
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
