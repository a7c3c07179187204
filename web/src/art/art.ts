// The drawings as one sprite in the page: colours follow the time of day, which an image of its own would not do.
import sprite from './art.svg?url';

export async function hangArt(): Promise<void> {
  const text = await (await fetch(sprite)).text();
  const art = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  art.setAttribute('width', '0');
  art.setAttribute('height', '0');
  art.setAttribute('aria-hidden', 'true');
  art.classList.add('sprite');
  document.body.prepend(document.adoptNode(art));
}
