// What has the focus goes when a move is made: a die is placed, a button is not there any more. Then what is asked has the
// focus, so that Tab and the arrow keys go on from there and not from the top of the page.
export function keepFocus(board: HTMLElement): () => void {
  const ends = new AbortController();
  let last: Element | null = null;
  const changes = new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    const ask = board.querySelector<HTMLElement>('.ask');
    ask?.setAttribute('tabindex', '-1');
    ask?.focus({ preventScroll: true });
  });
  changes.observe(board, { childList: true, subtree: true });
  const { signal } = ends;
  board.addEventListener('focusin', ({ target }) => (last = target instanceof Element ? target : null), { signal });
  document.addEventListener('pointerdown', () => (last = null), { signal, capture: true }); // a press beside all things
  return () => {
    ends.abort();
    changes.disconnect();
  };
}
