// Shows updates one after the other, slowly enough to follow and never far behind.
import type { Pace } from './settings.svelte';

const DWELL: Record<Pace, number> = { slow: 1500, normal: 750, fast: 0 }; // milliseconds that an update stays alone
const MANY = 6; // updates that wait: from here on each stays for a shorter time
const TOO_MANY = 24; // nobody wants to watch as many

export class Pacing<Step> {
  private waiting: Step[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private busyUntil = 0;

  constructor(
    private readonly show: (step: Step) => void,
    private readonly pace: () => Pace,
    /** For how long a step stays alone, in units of the pace. */
    private readonly stays: (step: Step) => number = () => 1,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get behind(): number {
    return this.waiting.length;
  }

  /** Something happened. What a person did here is shown at once, as are all before it. */
  add(step: Step, own: boolean): void {
    this.waiting.push(step);
    if (own || this.waiting.length > TOO_MANY) this.skip();
    else this.next();
  }

  /** All that waits is shown now. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    let last: Step | undefined;
    for (const step of this.waiting.splice(0)) this.show((last = step));
    if (last !== undefined) this.busyUntil = this.now() + this.dwell(last);
  }

  /** What waits is out of date. */
  drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    this.busyUntil = 0;
  }

  private dwell(step: Step): number {
    return DWELL[this.pace()] * this.stays(step);
  }

  private next(): void {
    if (this.timer !== undefined) return;
    const wait = this.busyUntil - this.now();
    if (wait > 0) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.next();
      }, wait);
      return;
    }
    const step = this.waiting.shift();
    if (step === undefined) return;
    const dwell = this.dwell(step);
    this.busyUntil = this.now() + (this.waiting.length > MANY ? dwell / 3 : dwell);
    this.show(step);
    if (this.waiting.length) this.next();
  }
}
