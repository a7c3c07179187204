// Requests to the server, and the two ways in which they fail: it refuses, or it cannot be reached.

/** The server says no: a stable code, a sentence in the reader's language, and perhaps the clause. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    readonly detail: string,
    readonly clause: string | null,
  ) {
    super(detail || title);
  }
}

/** No answer, or one of a proxy whose server is not there: it may work a moment later. */
export class Unreachable extends Error {}

const PASSING = new Set([429, 502, 503, 504]);
const PATIENCE = 8_000; // milliseconds
const FILE = 'application/jsonl';

interface Problem {
  code?: string;
  title?: string;
  detail?: string;
  clause?: string | null;
}

export async function get<Answer>(path: string): Promise<Answer> {
  return JSON.parse(await ask('GET', path)) as Answer;
}

export async function getText(path: string): Promise<string> {
  return ask('GET', path);
}

export async function postForText(path: string, body: unknown): Promise<string> {
  return ask('POST', path, JSON.stringify(body));
}

/** A file as it is. */
export async function postFile<Answer>(path: string, file: Blob): Promise<Answer> {
  return JSON.parse(await ask('POST', path, file, FILE)) as Answer;
}

export async function postFileForText(path: string, file: Blob): Promise<string> {
  return ask('POST', path, file, FILE);
}

export async function remove(path: string): Promise<void> {
  await ask('DELETE', path);
}

export async function post<Answer>(path: string, body: unknown = null): Promise<Answer> {
  const said = await ask('POST', path, JSON.stringify(body));
  return (said === '' ? undefined : JSON.parse(said)) as Answer;
}

/** What is answered, in whole: a connection may be lost after its beginning too. */
async function ask(method: string, path: string, body?: string | Blob, type = 'application/json'): Promise<string> {
  let response: Response;
  let said: string;
  try {
    response = await fetch(path, {
      method,
      signal: AbortSignal.timeout(PATIENCE),
      ...(body === undefined ? {} : { body, headers: { 'Content-Type': type } }),
    });
    said = await response.text();
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (response.ok) return said;
  if (PASSING.has(response.status)) throw new Unreachable(`${response.status}`);
  const { code = 'internal', title = '', detail = '', clause = null } = problemOf(said);
  throw new Refused(response.status, code, title, detail, clause);
}

function problemOf(said: string): Problem {
  try {
    return JSON.parse(said) as Problem;
  } catch {
    return {};
  }
}
