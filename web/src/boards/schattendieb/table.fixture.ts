// A table of four for tests.
import type { Choice, SchattendiebSeat, SchattendiebView, Told, UpdateMessage } from '../../protocol';

export const steal = (seat: number, possible: Choice['possible']): Choice => ({
  word: `steal ${seat}`,
  pick: null,
  to: { kind: 'seat', name: String(seat) },
  possible,
  does: null,
  code: possible === 'no' ? 'nothing_to_steal_there' : null,
  clause: possible === 'no' ? 'SD-8' : null,
});

const play = (card: string): Choice => ({
  word: `play ${card}`,
  pick: { kind: 'card', name: card },
  to: null,
  possible: 'yes',
  does: null,
  code: null,
  clause: null,
});

function seat(hand: string[], vault: string[] = [], vault_sum = 0): SchattendiebSeat {
  return { open: true, hand, front: null, added: [], vault, vault_sum, shut_with: null };
}

export function choosing(): SchattendiebView {
  const hidden = () => seat(['?', '?', '?', '?']);
  return {
    version: 1,
    game: 'schattendieb',
    players: 4,
    options: {},
    seat: 0,
    asked: [0, 1, 2, 3],
    chosen: [],
    undoable: false,
    choices: ['W5', 'R8', 'TC', 'V9'].map(play),
    refusals: [],
    scores: [0, 0, 0, 0],
    winners: null,
    ending: null,
    step: 'choose',
    thief: null,
    pile: [60],
    gone: false,
    discard: [],
    face_down: 0,
    seats: [seat(['W5', 'R8', 'TC', 'V9'], ['W3'], 3), hidden(), hidden(), hidden()],
    prospects: [],
  };
}

export const told = (code: string, data: Told['data'] = {}): Told => ({ code, data, text: `${code}.` });

export function revealed(...cards: string[]): Told {
  return told('reveal', { cards: { dealt: cards.map((card, number) => [number, card]) } });
}

export function update(view: SchattendiebView, lines: Told[]): UpdateMessage {
  return {
    table: 't',
    seat: 0,
    match: 1,
    game: 1,
    version: view.version,
    events: ['1 play W1'],
    told: lines,
    kept: null,
    stages: [],
    view,
    question: { id: '1.2', code: 'choose', data: {}, clause: 'SD-5', text: 'Which card?' },
    deadlines: {},
  };
}
