// Dragging with a pointer: an extra beside pressing. What is dragged follows the pointer; the place below it is told.
// Escape lets go of it, and so does what takes the pointer away: then it is dropped nowhere.
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
  const end = (spot: () => string | null) => {
    ends.abort();
    if (!moving) return;
    piece.classList.remove('dragged');
    piece.style.translate = '';
    drag.dropped(spot());
  };
  const up = (ended: PointerEvent) => {
    if (ended.pointerId !== pointerId) return;
    if (moving) ignoreClick(piece);
    end(() => spotAt(ended));
  };
  const cancel = (ended: PointerEvent) => ended.pointerId === pointerId && end(() => null);
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !moving) return;
    window.addEventListener('pointerup', () => ignoreClick(piece), { once: true });
    end(() => null);
  };
  const { signal } = ends;
  window.addEventListener('pointermove', follow, { signal });
  window.addEventListener('pointerup', up, { signal });
  window.addEventListener('pointercancel', cancel, { signal });
  window.addEventListener('keydown', escape, { signal });
}

/** The click that a browser may add to the end of a drag, at once, is not a press of the piece; the next one is. */
function ignoreClick(piece: HTMLElement): void {
  const over = new AbortController();
  piece.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, signal: over.signal });
  setTimeout(() => over.abort());
}

function spotAt({ clientX, clientY }: PointerEvent): string | null {
  const below = document.elementsFromPoint(clientX, clientY);
  const spot = below.map((element) => element.closest<HTMLElement>('[data-spot]')).find((element) => element !== null);
  return spot?.dataset['spot'] ?? null;
}
