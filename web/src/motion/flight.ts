// Things that move from one place to another, by the Web Animations API on places measured before and after a change.
// A thing that flies is a copy above the board, so that no house covers it; the real one is hidden until it lands.
// A new change lets all that still moves arrive at once.
const LONG = 280; // milliseconds
const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const SINKS: Keyframe = { opacity: 1, offset: 0.94 }; // by then the way is nearly covered, and it fades

const running = new Set<Animation>();

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function boxOf(element: Element): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** What lies at a place of a board, by its name. */
export function find(board: HTMLElement, name: string): HTMLElement | null {
  return board.querySelector<HTMLElement>(`[data-place="${CSS.escape(name)}"]`);
}

/** Where all places of a board are now. */
export function measure(board: HTMLElement): Map<string, Box> {
  const places = [...board.querySelectorAll<HTMLElement>('[data-place]')];
  return new Map(places.map((place) => [place.dataset['place'] ?? '', boxOf(place)]));
}

export function still(): boolean {
  return document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function land(): void {
  for (const animation of [...running]) animation.finish();
  for (const { thing } of leaving.splice(0)) thing?.classList.remove('arriving');
}

type Thing = HTMLElement | SVGElement;

/** What flies: a thing that has arrived already, of which a copy is shown until then, or a copy of what is gone. */
interface Flight {
  board: HTMLElement;
  from: Box;
  delay: number;
  thing?: Thing;
  gone?: { copy: Thing; to: Box; into: boolean };
}
const leaving: Flight[] = []; // those of the change that is being carried out

/** A copy of `thing` flies from a box to where the thing is. */
export function fly(board: HTMLElement, from: Box, thing: Thing, delay = 0): void {
  if (!from.width) return;
  thing.classList.add('arriving');
  depart({ board, from, thing, delay });
}

/** A copy that was made of something before it left flies from box to box, and goes into what is there. */
export function send(board: HTMLElement, copy: Thing, from: Box, to: Box, delay = 0): void {
  if (to.width && from.width) depart({ board, from, delay, gone: { copy, to, into: true } });
}

/** A copy stays at its place above all that has departed so far, until that lands. */
export function stay(board: HTMLElement, copy: Thing, at: Box): void {
  if (at.width) depart({ board, from: at, delay: 0, gone: { copy, to: at, into: false } });
}

/** To let fly what will not be there any more. */
export function copyOf(thing: Thing): Thing {
  const copy = thing.cloneNode(true) as Thing;
  copy.classList.remove('arriving');
  copy.setAttribute('aria-hidden', 'true');
  copy.style.fontSize = getComputedStyle(thing).fontSize;
  for (const name of ['data-place', 'data-spot', 'aria-label', 'role']) copy.removeAttribute(name);
  return copy;
}

function depart(flight: Flight): void {
  if (leaving.push(flight) === 1) queueMicrotask(leave);
}

/** All at once: all is measured before anything is put onto the board, so that the page is laid out once. */
function leave(): void {
  const measured = leaving.splice(0).flatMap(({ gone, thing, ...flight }) => {
    if (gone) return [{ ...flight, ...gone, size: flight.from, landed: () => undefined }];
    if (!thing) return [];
    const to = boxOf(thing);
    const landed = () => thing.classList.remove('arriving');
    if (to.width) return [{ ...flight, to, copy: copyOf(thing), size: to, into: false, landed }];
    landed();
    return [];
  });
  const boards = new Set(measured.map(({ board }) => board));
  const layers = new Map([...boards].map((board) => [board, layerOn(board)]));
  const origins = new Map([...layers].map(([board, layer]) => [board, originOf(layer)]));
  for (const { board, copy, from, to, size, into, delay, landed } of measured) {
    const [layer, origin] = [layers.get(board), origins.get(board)];
    if (!layer || !origin) continue;
    const { x, y, scale } = origin;
    copy.style.width = `${size.width / scale}px`;
    copy.style.height = `${size.height / scale}px`;
    layer.append(copy);
    const at = (box: Box) =>
      `translate(${(box.x - x) / scale}px, ${(box.y - y) / scale}px) scale(${box.width / size.width})`;
    const [start, end]: [Keyframe, Keyframe] = [{ transform: at(from) }, { transform: at(to) }];
    const way = into ? [start, SINKS, { ...end, opacity: 0 }] : [start, end];
    track(
      copy.animate(way, {
        duration: LONG,
        delay,
        easing: EASE,
        fill: 'both',
      }),
      () => {
        copy.remove();
        if (!layer.childElementCount) layer.remove();
        landed();
      },
    );
  }
}

function layerOn(board: HTMLElement): HTMLElement {
  const layer = document.createElement('div');
  layer.className = 'flying';
  board.append(layer);
  return layer;
}

/** Where a layer begins, and how many pixels of the screen one of its own is: a page may be zoomed. */
function originOf(layer: HTMLElement): { x: number; y: number; scale: number } {
  const { x, y, width } = boxOf(layer);
  return { x, y, scale: layer.offsetWidth ? width / layer.offsetWidth : 1 };
}

/** Dice tumble into the tray and stop with one bounce. */
export function tumble(dice: readonly Element[]): void {
  dice.forEach((die, index) => {
    const turn = (index % 2 ? -1 : 1) * (140 + 30 * (index % 3));
    track(
      die.animate(
        [
          { transform: `translate(${-30 - 6 * index}px, -46px) rotate(${turn}deg)`, opacity: 0.2, easing: 'ease-in' },
          { transform: 'translate(0, 0) rotate(0)', opacity: 1, offset: 0.68, easing: 'ease-out' },
          { transform: 'translate(0, -5px) rotate(0)', offset: 0.84, easing: 'ease-in' },
          { transform: 'translate(0, 0) rotate(0)' },
        ],
        { duration: LONG - 20, delay: 18 * index, fill: 'backwards' },
      ),
    );
  });
}

/** Cards are turned up, one after the other. */
export function turnUp(cards: readonly Element[]): void {
  cards.forEach((card, index) => {
    const at = (turn: number) => ({ transform: `perspective(600px) rotateY(${turn}deg)` });
    track(card.animate([at(90), at(0)], { duration: LONG, delay: 70 * index, easing: EASE, fill: 'backwards' }));
  });
}

/** Something is shut for good. */
export function shut(thing: Element): void {
  track(thing.animate([{ scale: 1.5, opacity: 0.2 }, { scale: 0.94, opacity: 1 }, { scale: 1 }], { duration: LONG }));
}

/** Something is lost. */
export function shake(thing: Element): void {
  const at = (x: number) => ({ transform: `translateX(${x}px)` });
  track(thing.animate([at(0), at(-7), at(6), at(-4), at(0)], { duration: LONG }));
}

/** A seal comes down on something. */
export function stamp(seal: Element): void {
  const from = { scale: 2.6, opacity: 0, rotate: '-20deg' };
  track(seal.animate([from, { scale: 0.92, opacity: 1, offset: 0.7 }, { scale: 1 }], { duration: LONG, easing: EASE }));
}

/** Something has changed here. */
export function pop(thing: Element): void {
  track(thing.animate([{ scale: 1 }, { scale: 1.18 }, { scale: 1 }], { duration: LONG - 60, easing: EASE }));
}

function track(animation: Animation, done: () => void = () => undefined): void {
  running.add(animation);
  const end = () => {
    running.delete(animation);
    done();
  };
  animation.addEventListener('finish', end, { once: true });
  animation.addEventListener('cancel', end, { once: true });
}
