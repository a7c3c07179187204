// A real server for the tests: on a free port, with a folder of its own, stopped and started again as a test wants.
import { expect, test as base, type BrowserContext } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PYTHON, ROOT } from './python';
import { Records } from './records';

export class Server {
  private process: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), 'beute-web-'));
  /** The first one to try, and the same one after a stop: below those that the system gives to others meanwhile. */
  private port = 20_000 + Math.floor(Math.random() * 10_000);

  private constructor(
    private readonly flags: readonly string[],
    private readonly packages: readonly string[] = [],
  ) {}

  static async started(...flags: string[]): Promise<Server> {
    return Server.startedWith([], ...flags);
  }

  /** With what is installed in other folders too, as games of other packages are. */
  static async startedWith(packages: readonly string[], ...flags: string[]): Promise<Server> {
    const server = new Server(['--bot-pace', '0.01', ...flags], packages);
    await server.start();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const flags = ['-m', 'beute', 'serve', '--port', String(this.port), '--data', this.data, ...this.flags];
    const env = { ...process.env, PYTHONPATH: [join(ROOT, 'src'), ...this.packages].join(delimiter) };
    const started = spawn(PYTHON, flags, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = started;
    this.port = await new Promise<number>((resolve, reject) => {
      let said = '';
      const read = (part: Buffer) => {
        said += part.toString();
        const port = said.match(/http:\/\/127\.0\.0\.1:(\d+)/)?.[1];
        if (port) resolve(Number(port));
      };
      started.stdout.on('data', read);
      started.stderr.on('data', read);
      started.on('exit', () => reject(new Error(`the server did not start: ${said}`)));
    });
  }

  async stop(): Promise<void> {
    const running = this.process;
    if (!running || running.exitCode !== null) return;
    const over = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await over;
    this.process = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

const NO_LIMITS = ['creating', 'reading', 'answers'].flatMap((name) => [`--rate-${name}`, '9999/minute']);

const HERE = new Set(['127.0.0.1', 'living-room.test']);

/** Tells of what no page may ever do: ask another host, go against its policy, or fail without being caught. */
function watch(context: BrowserContext, wrong: string[]): void {
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && !HERE.has(hostname)) wrong.push(`asks ${request.url()}`);
  });
  context.on('console', (message) => /Content Security Policy/.test(message.text()) && wrong.push(message.text()));
  context.on('weberror', (error) => wrong.push(`${error.error().stack}`));
}

/** For tests that are about what moves, or see it in a whole game. For the others nothing does: a page that is at rest
 * costs nothing. */
export const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/** Tests with a server and with records, which those that run one after the other share: to start Python takes longer
 * than most tests. */
export const test = base.extend<{ watched: void }, { server: Server; records: Records }>({
  server: [
    async ({}, use) => {
      const server = await Server.started('--allowed-host', 'living-room.test', ...NO_LIMITS);
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  records: [
    async ({}, use) => {
      const records = new Records();
      await use(records);
      records.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  watched: [
    async ({ browser }, use) => {
      const wrong: string[] = [];
      const come = (context: BrowserContext) => watch(context, wrong);
      browser.on('context', come);
      await use();
      browser.off('context', come);
      expect(wrong).toEqual([]);
    },
    { auto: true },
  ],
});
