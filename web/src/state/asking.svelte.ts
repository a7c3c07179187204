// Something that is asked of the server at a press, and what is wrong if it is not done.
import { Refused } from '../net/requests';
import { say } from '../texts/say.svelte';

/** Why it was not done, for people: what the server said, or that it says nothing. */
export function whyNot(error: unknown): string {
  return error instanceof Refused ? error.message : say('net.no_answer');
}

export class Asking {
  problem = $state('');

  async do(call: () => Promise<void>): Promise<void> {
    this.problem = '';
    try {
      await call();
    } catch (error) {
      this.problem = whyNot(error);
    }
  }
}
