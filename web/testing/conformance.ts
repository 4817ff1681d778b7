import { afterAll, beforeAll, expect } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../../server/testing/test-app.ts';
import type { FakeApi } from './fake-api.ts';

type CallOptions = {
  body?: unknown;
  headers?: Record<string, string>;
  /** Who calls the real server, if not the account of the file. */
  token?: string;
};

/** What differs between two servers that behave the same: only whether it is there counts. */
const hide = (value: unknown, volatile: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((part) => hide(part, volatile));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      volatile.includes(name) ? Boolean(part) : hide(part, volatile),
    ]),
  );
};

type ConformanceOptions = TestAppOptions & {
  /** Who calls. */
  email: string;
  /** Fields that differ by nature: only whether they are there is compared. */
  volatile: readonly string[];
  /** Brings a body into an order in which both can be compared. */
  // biome-ignore lint/suspicious/noExplicitAny: the body of any route.
  arrange?: (body: any) => unknown;
};

/** Sends the same calls to the real server and to a fake, and expects the same status and body. */
export const setUpConformance = (
  api: FakeApi,
  { email, volatile, arrange = (body) => body, ...options }: ConformanceOptions,
) => {
  const ids: { real: string; fake: string }[] = [];
  const state = {} as { app: TestApp; token: string };
  beforeAll(async () => {
    state.app = await startTestApp(options);
    state.token = await state.app.openSession(email);
  });
  afterAll(() => state.app.close());

  /** Names a thing of both servers: `:0` is the first one in paths, bodies and answers. */
  const know = (real: string, fake: string): void => {
    if (!real || !fake) throw new Error('Both servers must have it');
    ids.push({ real, fake });
  };
  const fill = (text: string, side: 'real' | 'fake') =>
    text.replace(/(?<=\/):\d\b|(?<="):\d(?=")/g, (given) => ids[Number(given[1])]?.[side] ?? given);
  const simplify = (body: unknown, side: 'real' | 'fake') => {
    const named = ids.reduce(
      (text, id, index) => text.replaceAll(id[side], `:${index}`),
      JSON.stringify(body),
    );
    return hide(arrange(JSON.parse(named)), volatile);
  };

  const both = async (
    method: string,
    path: string,
    { body, headers = {}, token = state.token }: CallOptions = {},
  ): Promise<void> => {
    const sent = (side: 'real' | 'fake') =>
      body === undefined ? undefined : fill(JSON.stringify(body), side);
    const real = await state.app.call<{ id?: string }>(method, fill(path, 'real'), {
      token,
      headers,
      body: sent('real'),
    });
    const answer = await api.fetch(new URL(fill(path, 'fake'), 'http://x'), {
      method,
      headers,
      body: sent('fake') ?? null,
    });
    const fake = (await answer.json()) as { id?: string };
    const { id } = real.body;
    const isNew = id && !ids.some((known) => known.real === id);
    if (method === 'POST' && real.status === 201 && isNew) know(id, fake.id ?? '');
    expect([path, answer.status, simplify(fake, 'fake')]).toEqual([
      path,
      real.status,
      simplify(real.body, 'real'),
    ]);
  };
  /** Its id on the real server. */
  const idOf = (index: number): string => ids[index]?.real ?? '';
  return { both, know, idOf, state };
};
