// Who plays at this browser. The server is told a name when the first thing is done that needs one.
import * as api from '../net/api';
import { Refused } from '../net/requests';
import type { Language } from '../protocol';
import { say, speaking } from '../texts/say.svelte';
import { settings } from './settings.svelte';

class Me {
  name = $state('');
  /** Whether the server knows this browser. */
  known = $state(false);

  async load(): Promise<void> {
    try {
      this.name = (await api.whoAmI()).name;
      this.known = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** Before anything that needs a person. */
  async introduce(): Promise<void> {
    if (!this.known) await this.rename(this.name || say('me.guest'));
  }

  async rename(name: string): Promise<void> {
    const person = await api.introduce(name, speaking.language);
    this.name = person.name;
    this.known = true;
  }

  async speak(language: Language): Promise<void> {
    settings.speak(language);
    if (this.known) await api.introduce(this.name, language);
  }
}

export const me = new Me();
