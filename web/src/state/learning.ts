// First lessons are offered once, and begun at a table of one's own.
import * as api from '../net/api';
import { keep, kept } from './kept';
import { me } from './me.svelte';
import { place } from './route.svelte';

export const offersLessons = () => kept('lessons') === null;
export const offerNoMore = () => keep('lessons', 'known');

/** Sits down to a lesson; the table of one that is through is not needed any more. */
export async function beginLesson(game: string, through: string | null = null): Promise<void> {
  await me.introduce();
  const { table } = await api.beginLesson(game);
  offerNoMore();
  place.go(`/t/${table.id}`);
  if (through !== null) await api.remove(through).catch(() => undefined); // it goes by itself some day
}
