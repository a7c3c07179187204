// What a screen reader is told. The same sentence twice is read twice: it is put into another element.
class Live {
  texts = $state<[string, string]>(['', '']);
  private turn = 0;

  say(text: string): void {
    if (!text) return;
    this.turn = 1 - this.turn;
    this.texts = this.turn === 0 ? [text, ''] : ['', text];
  }

  /** What was said is not for who comes next. */
  hush(): void {
    this.texts = ['', ''];
  }
}

export const live = new Live();
