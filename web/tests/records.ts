// Records for the tests, good and broken ones, made by the project's own library.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PYTHON, ROOT } from './python';

export class Records {
  private readonly folder = mkdtempSync(join(tmpdir(), 'beute-records-'));

  constructor() {
    const made = spawnSync(PYTHON, ['-m', 'tests.server.records', this.folder], { cwd: ROOT, encoding: 'utf8' });
    if (made.status !== 0) throw new Error(made.stderr);
  }

  path(name: string): string {
    return join(this.folder, `${name}.jsonl`);
  }

  events(name: string): string[] {
    return (JSON.parse(readFileSync(this.path(name), 'utf8')) as { events: string[] }).events;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
