// Where the project's own Python is.
import { join } from 'node:path';

export const ROOT = new URL('../..', import.meta.url).pathname;
export const PYTHON = process.env['PYTHON'] ?? join(ROOT, '.venv', 'bin', 'python');
