// A real server for the tests: on a free port, with a folder of its own, stopped and started again as a test wants.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = new URL('../..', import.meta.url).pathname;
const PYTHON = process.env['PYTHON'] ?? join(ROOT, '.venv', 'bin', 'python');

export class Server {
  private process: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), 'beute-web-'));
  private port = 0;

  private constructor(private readonly flags: readonly string[]) {}

  static async started(...flags: string[]): Promise<Server> {
    const server = new Server(['--bot-pace', '0.05', ...flags]);
    await server.start();
    return server;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const flags = ['-m', 'beute', 'serve', '--port', String(this.port), '--data', this.data, ...this.flags];
    const env = { ...process.env, PYTHONPATH: join(ROOT, 'src') };
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
