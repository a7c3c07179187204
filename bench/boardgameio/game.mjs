// A game like Räuber, for boardgame.io: cards go face down or open onto sacks, hands and the pile are hidden.
// It goes on without end: full sacks are emptied into the pile.

export const SACKS = [26, 27, 28, 29, 45, 45, 70, 70, 100];
const HAND = 5;

function deck() {
  const cards = [];
  for (let kind = 1; kind <= 10; kind++) for (let n = 0; n < 6; n++) cards.push(kind);
  return cards;
}

function put({ G, playerID, events, random }, position, number) {
  const hand = G.hands[playerID];
  const sack = G.sacks[number];
  const [card] = hand.splice(position, 1);
  sack.cards.push(card);
  sack.loot += card;
  sack.owner = playerID;
  sack.top = card;
  if (sack.loot > sack.worth) {
    G.pile.push(...sack.cards);
    G.pile = random.Shuffle(G.pile);
    Object.assign(sack, { owner: null, top: null, loot: 0, cards: [] });
  }
  hand.push(G.pile.pop());
  events.endTurn();
}

export const Game = {
  name: "sacks",
  setup: ({ random }) => {
    const pile = random.Shuffle(deck());
    return {
      hands: { 0: pile.splice(0, HAND), 1: pile.splice(0, HAND) },
      sacks: SACKS.map((worth) => ({ worth, owner: null, top: null, loot: 0, sealed: false, cards: [] })),
      pile,
    };
  },
  // Only the server plays it: its clients need not think ahead.
  moves: { put: { move: put, client: false } },
  playerView: ({ G, playerID }) => ({
    pile: G.pile.length,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.map(() => "?")]),
    ),
    sacks: G.sacks.map((sack) => (sack.owner === playerID ? sack : { ...sack, loot: null, cards: null })),
  }),
};
