import { expect, test } from 'vitest';
import { fill, inARow, inSentences, say, sayTold, speaking } from './say.svelte';

test('sentences are filled with data', () => {
  expect(fill('{who} rolls {dice}.', { who: 'Ada', dice: 7 })).toBe('Ada rolls 7.');
  expect(fill('{who} rolls {dice}.', { who: 'Ada' })).toBe('Ada rolls {dice}.');
});

test('every language says it', () => {
  speaking.language = 'en';
  expect(say('home.play_now')).toBe('Play now');
  expect(inARow(['Ada', 'Bo', 'Cleo'])).toBe('Ada, Bo and Cleo');
  speaking.language = 'de';
  expect(say('home.play_now')).toBe('Losspielen');
  expect(inARow(['Ada', 'Bo'])).toBe('Ada und Bo');
});

test('a code that the client has no sentence for', () => {
  expect(sayTold('reasons.nobody_knows')).toBeNull();
});

test('what is read in one go is heard as sentences', () => {
  expect(inSentences(['Ada draws watch 3', 'Which card?', 'Bo waits.'])).toBe(
    'Ada draws watch 3. Which card? Bo waits.',
  );
});
