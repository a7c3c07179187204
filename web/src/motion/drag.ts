// Dragging with a pointer: an extra beside pressing. What is dragged follows the pointer; the place below it is told.
const FAR = 8; // pixels until a press is a drag

export interface Drag {
  picked(): void;
  /** At a place, or nowhere. */
  dropped(spot: string | null): void;
}

export function startDrag(event: PointerEvent, drag: Drag): void {
  const piece = event.currentTarget;
  if (!(piece instanceof HTMLElement) || event.button !== 0) return;
  const { clientX, clientY, pointerId } = event;
  const ends = new AbortController();
  let moving = false;

  const follow = (moved: PointerEvent) => {
    if (moved.pointerId !== pointerId) return;
    const [x, y] = [moved.clientX - clientX, moved.clientY - clientY];
    if (!moving && Math.hypot(x, y) < FAR) return;
    if (!moving) {
      moving = true;
      piece.setPointerCapture(pointerId);
      piece.classList.add('dragged');
      drag.picked();
    }
    piece.style.translate = `${x}px ${y}px`;
  };
  const end = (ended: PointerEvent) => {
    if (ended.pointerId !== pointerId) return;
    ends.abort();
    if (!moving) return;
    piece.classList.remove('dragged');
    piece.style.translate = '';
    // The click that a browser adds to the end of a drag is not a press of the piece.
    piece.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true });
    const below = document.elementsFromPoint(ended.clientX, ended.clientY);
    const spot = below
      .map((element) => element.closest<HTMLElement>('[data-spot]'))
      .find((element) => element !== null);
    drag.dropped(ended.type === 'pointercancel' ? null : (spot?.dataset['spot'] ?? null));
  };
  const { signal } = ends;
  window.addEventListener('pointermove', follow, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
}
