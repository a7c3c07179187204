import { afterEach, expect, test, vi } from 'vitest';
import { get, post, Refused, remove, Unreachable } from './requests';

afterEach(() => vi.unstubAllGlobals());

function answered(body: BodyInit | null, status = 200): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })));
}

test('what is answered is read', async () => {
  answered('{"version":3}');
  expect(await get('/api/x')).toEqual({ version: 3 });
  answered(null, 204);
  expect(await post('/api/x')).toBeUndefined();
  await remove('/api/x');
});

test('an answer that breaks off counts as none, and may be asked for again', async () => {
  answered(new ReadableStream({ start: (sent) => sent.error(new TypeError('network error')) }));
  await expect(post('/api/x')).rejects.toBeInstanceOf(Unreachable);
});

test('a refusal says why, and a proxy without a server is no refusal', async () => {
  answered('{"code":"stale_answer","detail":"Too late."}', 409);
  await expect(post('/api/x')).rejects.toMatchObject({ status: 409, code: 'stale_answer', detail: 'Too late.' });
  answered('<html>', 413);
  await expect(post('/api/x')).rejects.toBeInstanceOf(Refused);
  answered('<html>', 502);
  await expect(post('/api/x')).rejects.toBeInstanceOf(Unreachable);
});
