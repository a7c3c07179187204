import { expect, test } from 'vitest';
import type { LessonMessage, SneakyView } from '../protocol';
import { asLessonAsks, isOver } from './lesson';

const both = { en: '', de: '' };
const lesson: LessonMessage = {
  version: 3,
  step: 0,
  titles: [both, both],
  text: both,
  task: null,
  then: null,
  clause: 'SN-7',
  words: ['put c1'],
  unread: false,
};
const choice = (word: string, possible: 'yes' | 'no', code: string | null = null) => ({
  word,
  possible,
  code,
  clause: code && 'SN-9',
  pick: null,
  to: null,
  does: null,
});

test('only what a lesson asks for can be chosen, and what the rules forbid keeps its reason', () => {
  const choices = [choice('put c0', 'yes'), choice('put c1', 'yes'), choice('put c2', 'no', 'bandit_is_full')];
  const view = { game: 'sneaky', choices } as unknown as SneakyView;
  const shown = asLessonAsks(view, lesson);
  expect(shown.choices.map(({ possible, code }) => [possible, code])).toEqual([
    ['no', 'lesson_asks_other'],
    ['yes', null],
    ['no', 'bandit_is_full'],
  ]);
  expect(view.choices[0]?.possible).toBe('yes');
});

test('a lesson is over after its last step', () => {
  expect(isOver(lesson)).toBe(false);
  expect(isOver({ ...lesson, step: 2 })).toBe(true);
});
