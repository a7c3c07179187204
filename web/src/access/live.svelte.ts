// What a screen reader is told. What is said at once is read in one go; the same sentence twice is read twice: it is put
// into another element.
import { inSentences } from '../texts/say.svelte';

class Live {
  texts = $state<[string, string]>(['', '']);
  private turn = 0;
  private saying: string[] = [];
  private hushed = false;

  say(text: string): void {
    if (!text) return;
    this.saying.push(text);
    if (this.saying.length === 1) queueMicrotask(() => this.read(inSentences(this.saying.splice(0))));
  }

  /** Nothing is read, nor can be read again, until what this gives back is called. */
  hush(): () => void {
    this.texts = ['', ''];
    this.hushed = true;
    return () => {
      this.hushed = false;
    };
  }

  private read(text: string): void {
    if (this.hushed) return;
    this.turn = 1 - this.turn;
    this.texts = this.turn === 0 ? [text, ''] : ['', text];
  }
}

export const live = new Live();
