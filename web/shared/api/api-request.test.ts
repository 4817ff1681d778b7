import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentUser, login } from '../../../contract/account/auth.ts';
import { ada } from '../../../contract/account/user.fixture.ts';
import { listIdeas } from '../../../contract/ideas/ideas.ts';
import { readStored } from '../storage/local-store.ts';
import { clearCachedData } from '../storage/session-reset.ts';
import { clearSession, storeSignIn } from '../storage/session-store.ts';
import { storageKeys } from '../storage/storage-keys.ts';
import { ApiError, apiRequest, callPage, callRoute, toSentContent } from './api-request.ts';

const fetched = vi.fn<typeof fetch>();
const answer = (body: string | null, init: ResponseInit = {}) =>
  fetched.mockResolvedValueOnce(new Response(body, init));
const json = (body: unknown, init: ResponseInit = {}) => answer(JSON.stringify(body), init);
const sent = (call = 0) => {
  const [url, init] = fetched.mock.calls[call]!;
  return { url, init: init!, headers: init!.headers as Record<string, string> };
};
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => expect.fail('it was expected to fail'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  // SPEC §8: failures are logged; here they are expected.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  fetched.mockReset();
  clearSession();
  clearCachedData();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a response that is not the server's", () => {
  it('fails with a sentence, never with what the validator found', async () => {
    answer('<html>Sign in to the airport network</html>');
    const error = await failure(callRoute(currentUser, {}));
    expect([error.code, error.message]).toEqual([
      'HTTP',
      'Unexpected response. Check your connection and try again.',
    ]);
  });
});

describe('apiRequest (SPEC §7)', () => {
  it('sends JSON with credentials, and the session token as a Bearer header when there is one (§6.7, §7.10, §7.11)', async () => {
    json({});
    await apiRequest('POST', '/api/x', { a: 1 });
    expect(sent().init).toMatchObject({ method: 'POST', credentials: 'include', body: '{"a":1}' });
    expect(sent().headers).toEqual({ 'Content-Type': 'application/json' });
    storeSignIn('secret', ada);
    json({});
    await apiRequest('GET', '/api/x');
    expect(sent(1).headers).toEqual({ Authorization: 'Bearer secret' });
  });

  it('returns {} for a body that is not JSON, and { success: true } for DELETE (§7.10)', async () => {
    answer('fine');
    expect(await apiRequest('GET', '/api/x')).toEqual({});
    answer(null, { status: 204 });
    expect(await apiRequest('DELETE', '/api/x')).toEqual({ success: true });
  });

  it("throws the server's message with its code and fields (§8.3)", async () => {
    json(
      { code: 'MISSING_FIELDS', message: 'Please fill in', fields: { pair: 'Pair is required' } },
      { status: 400 },
    );
    expect(await failure(apiRequest('POST', '/api/x', {}))).toMatchObject({
      status: 400,
      code: 'MISSING_FIELDS',
      message: 'Please fill in',
      fields: { pair: 'Pair is required' },
    });
  });

  it('throws status and status text without a message, and status and text without JSON (§8.3)', async () => {
    answer('<html><h1>Bad Gateway</h1></html>', { status: 502, statusText: 'Bad Gateway' });
    expect((await failure(apiRequest('GET', '/api/x'))).message).toBe('502 Bad Gateway');
    json({}, { status: 502, statusText: 'Bad Gateway' });
    expect((await failure(apiRequest('GET', '/api/x'))).message).toBe('502 Bad Gateway');
    answer('upstream is down', { status: 503 });
    expect((await failure(apiRequest('GET', '/api/x'))).message).toBe('503: upstream is down');
  });

  it('throws a network error when there is no response', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await failure(apiRequest('GET', '/api/x'))).toMatchObject({
      status: 0,
      code: 'NETWORK',
      message: 'Network error. Please try again.',
    });
  });

  it('gives up a call without an answer after a minute, but no file that is being sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    );
    const unanswered = failure(apiRequest('GET', '/api/x'));
    const upload = apiRequest('PUT', '/api/file', new FormData());
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await unanswered).toMatchObject({ code: 'NETWORK', message: 'Network error. Please try again.' });
    expect(await Promise.race([upload, 'pending'])).toBe('pending');
  });

  it('does not report an aborted request as a network error', async () => {
    const gone = new AbortController();
    gone.abort();
    fetched.mockRejectedValueOnce(gone.signal.reason);
    await expect(apiRequest('GET', '/api/x', undefined, { signal: gone.signal })).rejects.toBe(
      gone.signal.reason,
    );
  });
});

describe('conditional requests', () => {
  it('sends the cached ETag and returns the identical object for a 304', async () => {
    json([{ id: 1 }], { headers: { ETag: '"v1"' } });
    const first = await apiRequest('GET', '/api/list');
    answer(null, { status: 304 });
    expect(await apiRequest('GET', '/api/list')).toBe(first);
    expect(sent(1).headers).toEqual({ 'If-None-Match': '"v1"' });
    expect(sent(1).init.cache).toBe('no-store');
  });

  it('returns the identical parsed value for a 304', async () => {
    json(ada, { headers: { ETag: '"v1"' } });
    const first = await callRoute(currentUser, {});
    answer(null, { status: 304 });
    expect(await callRoute(currentUser, {})).toBe(first);
  });

  it('drops cached responses when the session changes', async () => {
    json([1], { headers: { ETag: '"v1"' } });
    await apiRequest('GET', '/api/list');
    storeSignIn('other', ada);
    json([2]);
    await apiRequest('GET', '/api/list');
    expect(sent(1).headers).not.toHaveProperty('If-None-Match');
  });
});

describe("a call with another token than the reader's", () => {
  it('sends that token, and neither uses nor fills the cache of responses', async () => {
    storeSignIn('reader', ada);
    json([1], { headers: { ETag: '"v1"' } });
    await apiRequest('GET', '/api/list');
    json([2], { headers: { ETag: '"v2"' } });
    await apiRequest('GET', '/api/list', undefined, { token: 'operator' });
    expect(sent(1).headers).toEqual({ Authorization: 'Bearer operator' });
    json([3]);
    await apiRequest('GET', '/api/list');
    expect(sent(2).headers).toEqual({ Authorization: 'Bearer reader', 'If-None-Match': '"v1"' });
  });

  it('does not end the session of the reader when it is refused', async () => {
    vi.useFakeTimers();
    storeSignIn('reader', ada);
    json({ code: 'SESSION_ENDED', message: 'Ended.' }, { status: 401 });
    await failure(apiRequest('GET', '/api/list', undefined, { token: 'reader' }));
    vi.runAllTimers();
    vi.useRealTimers();
    expect(readStored(storageKeys.sessionToken)).toBe('reader');
  });
});

describe('pages of a list', () => {
  const link = (cursor: string) => ({ Link: `</api/trade-ideas?market=Forex&cursor=${cursor}>; rel="next"` });
  const page = () => callPage(listIdeas, { query: { market: 'Forex' } });

  it('returns the cursor of the next page, and null on the last one', async () => {
    json([], { headers: link('a%3D') });
    expect(await page()).toEqual({ rows: [], cursor: 'a=' });
    json([]);
    expect(await page()).toEqual({ rows: [], cursor: null });
  });

  it('takes the cursor of a 304 from the 304, because the next page may have changed', async () => {
    json([], { headers: { ETag: '"v1"', ...link('one') } });
    const { rows } = await page();
    answer(null, { status: 304, headers: link('two') });
    expect(await page()).toEqual({ rows, cursor: 'two' });
    answer(null, { status: 304 });
    expect(await page()).toEqual({ rows, cursor: null });
  });
});

describe('a session that the server has ended', () => {
  const nextTurn = () => new Promise((resolve) => setTimeout(resolve));
  const over = { code: 'SESSION_ENDED', message: 'Your session has ended.' };

  it('clears a session that the server has ended on this device', async () => {
    storeSignIn('old', ada);
    json(over, { status: 401 });
    await failure(apiRequest('GET', '/api/trade-ideas'));
    await nextTurn();
    expect(readStored(storageKeys.currentUser)).toBeNull();
    expect(readStored(storageKeys.sessionToken)).toBeNull();
    expect(readStored(storageKeys.endedSession)).toEqual({
      userId: ada.id,
      role: ada.role,
      isUnsent: false,
    });
  });

  it('remembers the ended session with a refused write until the next sign-in', async () => {
    storeSignIn('old', ada);
    json(over, { status: 401 });
    await failure(apiRequest('POST', '/api/trade-ideas', {}));
    // The caller shows the failure of its call before the session is cleared.
    expect(readStored(storageKeys.sessionToken)).toBe('old');
    await nextTurn();
    expect(readStored(storageKeys.endedSession)).toMatchObject({ isUnsent: true });
    storeSignIn('new', ada);
    expect(readStored(storageKeys.endedSession)).toBeNull();
  });

  it('does not clear a newer session that has started since the request', async () => {
    storeSignIn('old', ada);
    fetched.mockImplementationOnce(async () => {
      storeSignIn('new', ada);
      return new Response(JSON.stringify(over), { status: 401 });
    });
    await failure(apiRequest('GET', '/api/trade-ideas'));
    await nextTurn();
    expect(readStored(storageKeys.sessionToken)).toBe('new');
  });

  it('does not take a wrong password for an ended session', async () => {
    storeSignIn('mine', ada);
    json({ code: 'BAD_CREDENTIALS', message: 'Invalid email or password' }, { status: 401 });
    const body = { email: 'a', password: 'b', selectedRole: 'customer' as const };
    expect((await failure(callRoute(login, { body }))).message).toBe('Invalid email or password');
    expect(readStored(storageKeys.sessionToken)).toBe('mine');
  });
});

it('keeps the key of the same content, and gives other content another', () => {
  const first = toSentContent({ pair: 'EUR/USD' }, null);
  expect(first.key).toMatch(/^[0-9a-f]{32}$/);
  expect(toSentContent({ pair: 'EUR/USD' }, first).key).toBe(first.key);
  expect(toSentContent({ pair: 'BTC/USD' }, first).key).not.toBe(first.key);
  expect(toSentContent({ pair: 'EUR/USD' }, null).key).not.toBe(first.key);
});
