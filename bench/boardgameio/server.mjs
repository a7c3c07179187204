// boardgame.io's server with one game, in memory, at a free port of this machine only: `node server.mjs`.
// It says its port in a line, collects garbage on SIGUSR2 (with --expose-gc), and ends when its input does.
import { createRequire } from "node:module";
import { Game } from "./game.mjs";

const require = createRequire(import.meta.url);
console.info = console.log = () => {}; // what it tells of itself
const { Server } = require("boardgame.io/server");

const server = Server({ games: [Game], origins: ["http://127.0.0.1"] });
const { appServer } = await server.run({ port: { host: "127.0.0.1", port: 0 } });
process.stdout.write(`${appServer.address().port}\n`);
process.on("SIGUSR2", () => globalThis.gc?.());
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
