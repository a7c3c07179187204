// Two of boardgame.io's own clients for each match, who answer each other as fast as they can.
// `node driver.mjs PORT MATCHES WARM_UP SECONDS`: says `connected`, `begin` and `end` in lines, then the result as JSON.
// It waits for a line after `connected`, and ends when its input does.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Game, SACKS } from "./game.mjs";

const require = createRequire(import.meta.url);
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");

const [port, matches, warmUp, seconds] = process.argv.slice(2).map(Number);
const LONGEST = 60_000; // milliseconds until everybody is connected
const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ["websocket"] } });

let measuring = false;
let playing = false;
let moves = 0;
const latencies = [];

class Match {
  constructor(number) {
    this.sent = 0;
    this.state = -1; // the last that somebody has moved in
    this.here = 0;
    this.clients = ["0", "1"].map((playerID) => {
      const matchID = `${process.pid}-${number}`;
      const client = Client({ game: Game, numPlayers: 2, matchID, playerID, multiplayer, debug: false });
      client.subscribe((state) => this.update(client, playerID, state));
      client.start();
      return client;
    });
  }

  update(client, playerID, state) {
    if (state === null) return;
    if (client.synced !== true) {
      client.synced = true;
      this.here += 1;
    }
    if (!playing || state.ctx.currentPlayer !== playerID || state._stateID <= this.state) return;
    if (measuring && this.sent > 0) {
      moves += 1;
      latencies.push(performance.now() - this.sent);
    }
    this.move(client, state);
  }

  move(client, state) {
    this.state = state._stateID;
    this.sent = performance.now();
    client.moves.put(Math.floor(Math.random() * 5), Math.floor(Math.random() * SACKS.length));
  }

  begin() {
    for (const [seat, client] of this.clients.entries()) {
      const state = client.getState();
      if (state.ctx.currentPlayer === String(seat)) this.move(client, state);
    }
  }
}

const say = (line) => process.stdout.write(`${line}\n`);
const input = createInterface({ input: process.stdin });
const go = new Promise((resolve) => input.once("line", resolve));
input.on("close", () => process.exit(1));

const all = [];
const until = performance.now() + LONGEST;
for (let number = 0; number < matches; number++) {
  all.push(new Match(number));
  if (number % 20 === 19) await sleep(20);
}
while (all.some((match) => match.here < 2)) {
  if (performance.now() > until) throw new Error("not everybody could connect");
  await sleep(20);
}
say("connected");
await go;
playing = true;
for (const match of all) match.begin();
await sleep(warmUp * 1000);
measuring = true;
const begun = performance.now();
say("begin");
await sleep(seconds * 1000);
measuring = false;
say("end");
const took = (performance.now() - begun) / 1000;
latencies.sort((a, b) => a - b);
const part = (share) => latencies[Math.floor(share * latencies.length)];
say(JSON.stringify({ moves, seconds: took, p50_ms: part(0.5), p99_ms: part(0.99) }));
process.exit(0);
