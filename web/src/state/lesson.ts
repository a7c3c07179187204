// A lesson as it is shown on the ordinary board.
import type { LessonMessage, View } from '../protocol';

const OTHER = 'lesson_asks_other'; // why other choices cannot be chosen

/** The view with only those choices that the lesson asks for; whoever presses another is told so. */
export function asLessonAsks<V extends View>(view: V, lesson: LessonMessage): V {
  const choices = view.choices.map((choice) =>
    choice.possible === 'no' || lesson.words.includes(choice.word)
      ? choice
      : { ...choice, possible: 'no' as const, code: OTHER, clause: null },
  );
  return { ...view, choices };
}

/** Whether a lesson is through: nothing is left but to leave it. */
export const isOver = (lesson: LessonMessage) => lesson.step === lesson.titles.length;
