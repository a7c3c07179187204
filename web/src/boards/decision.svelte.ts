// What a person decides at a board, whatever the game: whether it can be done, whether it is asked about once more, and
// the keys that all boards have.
import { untrack } from 'svelte';
import { isForTable } from '../access/keys';
import type { Choice, View } from '../protocol';
import { settings } from '../state/settings.svelte';
import type { BoardProps } from './board';

type Asked = Pick<BoardProps<View>, 'question' | 'pending' | 'onanswer' | 'onexplain' | 'onundo'>;

export class Decision {
  /** The choice that waits for a yes. */
  confirming = $state.raw<Choice | null>(null);

  constructor(
    private readonly asked: Asked,
    /** Puts down what was picked up on the board. */
    private readonly putDown: () => void,
  ) {
    // The same question can come again, with a state that was asked for: then what is picked up stays so.
    const question = $derived(this.asked.question?.id);
    $effect(() => {
      void question;
      untrack(() => this.letGo());
    });
  }

  /** Whether something can be decided now. */
  get open(): boolean {
    return this.asked.question !== null && this.asked.pending === null;
  }

  make(choice: Choice): void {
    if (!this.open) return;
    if (choice.possible === 'no') this.asked.onexplain(choice, '', null);
    else if (settings.confirm && this.confirming?.word !== choice.word) this.confirming = choice;
    else {
      this.letGo();
      this.asked.onanswer(choice.word);
    }
  }

  confirm(yes: boolean): void {
    if (yes && this.confirming) this.make(this.confirming);
    else this.confirming = null;
  }

  letGo(): void {
    this.confirming = null;
    this.putDown();
  }

  undo(): void {
    this.asked.onundo();
  }

  /** Whether a key is none that the board itself has to look at. */
  takes(event: KeyboardEvent): boolean {
    if (!isForTable(event)) return true;
    if (event.key === 'Escape') this.letGo();
    else if (event.key.toLowerCase() === 'u') this.undo();
    else return false;
    return true;
  }
}
