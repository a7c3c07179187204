// The stream of updates of one table. It comes back by itself after a lost connection, a proxy's 502, a restart of the
// server or a laptop's sleep, and goes on after what was seen last.
//
// A browser opens only six connections to a server at a time, so a hidden tab gives its stream up as soon as another tab
// is looked at, and asks for the state now and then instead.
import type {
  EmoteMessage,
  Language,
  NoticeMessage,
  StateMessage,
  TableMessage,
  UpdateMessage,
  YouMessage,
} from '../protocol';
import { waitBefore } from './retry';

export interface Listener {
  state(message: StateMessage): void;
  update(message: UpdateMessage): void;
  table(message: TableMessage): void;
  you(message: YouMessage): void;
  notice(message: NoticeMessage): void;
  emote(message: EmoteMessage): void;
  gone(): void;
  /** The connection is there, or the next try is in so many milliseconds. */
  connected(): void;
  lost(next: number): void;
  /** Hidden, without a stream: time to look whether something is asked. */
  look(): void;
}

const ASLEEP = 30_000; // milliseconds without being looked at, after which a connection may be dead without a sign
const GLANCE = 8_000; // milliseconds between looks of a hidden tab without a stream
const CHANNEL = 'beute-tabs';

export class Stream {
  private source: EventSource | null = null;
  private last = '';
  private attempt = 0;
  private timer = 0;
  private hiddenSince = 0;
  private readonly tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  private readonly ends = new AbortController();

  constructor(
    private readonly table: string,
    private language: Language,
    private readonly listener: Listener,
  ) {
    const { signal } = this.ends;
    document.addEventListener('visibilitychange', () => this.seen(), { signal });
    window.addEventListener('online', () => this.retry(), { signal });
    window.addEventListener('pageshow', (event) => event.persisted && this.retry(), { signal });
    this.tabs?.addEventListener('message', () => document.hidden && this.giveUp(), { signal });
    this.announce();
    this.open();
  }

  /** Try now. */
  retry(): void {
    this.attempt = 0;
    this.open();
  }

  /** From now on in another language, from the present state. */
  speak(language: Language): void {
    this.language = language;
    this.last = '';
    this.retry();
  }

  close(): void {
    this.ends.abort();
    this.tabs?.close();
    this.stop();
  }

  private open(): void {
    this.stop();
    const query = new URLSearchParams({ table: this.table, language: this.language });
    if (this.last) query.set('last', this.last);
    const source = new EventSource(`/api/updates?${query}`);
    this.source = source;
    const on = <Message>(name: string, tell: (message: Message) => void) =>
      source.addEventListener(name, (event: MessageEvent<string>) => {
        if (event.lastEventId) this.last = event.lastEventId;
        tell(JSON.parse(event.data) as Message);
      });
    on<StateMessage>('state', (message) => this.listener.state(message));
    on<UpdateMessage>('update', (message) => this.listener.update(message));
    on<TableMessage>('table', (message) => this.listener.table(message));
    on<YouMessage>('you', (message) => this.listener.you(message));
    on<NoticeMessage>('notice', (message) => this.listener.notice(message));
    on<EmoteMessage>('emote', (message) => this.listener.emote(message));
    on('gone', () => {
      this.close();
      this.listener.gone();
    });
    on('bye', () => this.comeBack());
    source.addEventListener('open', () => {
      this.attempt = 0;
      this.listener.connected();
    });
    source.addEventListener('error', () => this.comeBack());
  }

  private comeBack(): void {
    this.stop();
    const wait = waitBefore(++this.attempt);
    this.timer = window.setTimeout(() => this.open(), wait);
    this.listener.lost(wait);
  }

  private stop(): void {
    window.clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  private giveUp(): void {
    this.stop();
    const look = () => {
      this.listener.look();
      this.timer = window.setTimeout(look, GLANCE);
    };
    this.timer = window.setTimeout(look, GLANCE);
  }

  private announce(): void {
    if (!document.hidden) this.tabs?.postMessage('looked at');
  }

  private seen(): void {
    if (document.hidden) {
      this.hiddenSince = performance.now();
      return;
    }
    this.announce();
    if (this.source === null || performance.now() - this.hiddenSince > ASLEEP) this.retry();
  }
}
