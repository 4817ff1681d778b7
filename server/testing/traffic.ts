import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { ResumingReader } from './resuming-reader.ts';
import { soakLimit } from './soak-size.ts';
import { ideaInput } from './test-app.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

const CALL_TIMEOUT_MS = 10_000;
/** Between two ideas of one writer: the traffic is there to be disturbed, not to fill the machine. */
const PAUSE_MS = 20;
/** How soon writes must be taken again: R2's limit in a soak. */
const MAX_TRAFFIC_MS = Math.min(soakLimit(30_000), WAIT_LIMIT_MS);

type TrafficOptions = {
  /** Where the next request or stream goes: any process of several. */
  url: () => string;
  /** A session of educator 1. */
  token: string;
  writers?: number;
  readers?: number;
};

/**
 * Educators who publish one idea after another, each retried with its key until it is acknowledged, and readers that
 * come back whenever their stream breaks: what must stay whole while a test does its worst (R1, R2).
 */
export class Traffic {
  readonly #options: Required<TrafficOptions>;
  readonly #readers: ResumingReader[];
  #writers: Promise<void>[] = [];
  #isOver = false;
  /** Id of the idea by its key, for every acknowledged one. */
  readonly acknowledged = new Map<string, string>();
  /** Answers that were no acknowledgement: "503", or "broken" where none came at all. */
  readonly refusals: string[] = [];

  constructor(options: TrafficOptions) {
    this.#options = { writers: 4, readers: 3, ...options };
    const { url, token, readers } = this.#options;
    this.#readers = Array.from({ length: readers }, () => new ResumingReader(url, token));
  }

  async start(): Promise<void> {
    await Promise.all(this.#readers.map((reader) => reader.ready));
    this.#writers = Array.from({ length: this.#options.writers }, () => this.#publish());
  }

  /** Waits until so many more were acknowledged: writes go on. */
  async goesOn(ideas: number): Promise<void> {
    const enough = this.acknowledged.size + ideas;
    for (const deadline = Date.now() + MAX_TRAFFIC_MS; this.acknowledged.size < enough; await sleep(PAUSE_MS))
      assert.ok(Date.now() < deadline, `writes go on; refused: ${this.refusals.slice(-5)}`);
  }

  /**
   * Ends it and checks that every acknowledged idea is there once, that no reader missed one or was told to start over, and
   * that each got one gapless row of events.
   */
  async finish(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writers);
    const ids = [...this.acknowledged.values()];
    await Promise.all(this.#readers.map((reader) => reader.waitUntilRead(ids)));
    await Promise.all(this.#readers.map((reader) => reader.close()));
    const listed = await this.#list();
    for (const [key, id] of this.acknowledged) assert.deepEqual(listed.get(key), [id], `the idea ${key}`);
    const doubled = [...listed].filter(([, ids]) => ids.length > 1);
    assert.deepEqual(doubled, [], 'ideas that exist twice');
    for (const { seqs, resets } of this.#readers) {
      assert.equal(resets, 0, 'resets');
      assert.deepEqual(
        seqs,
        seqs.map((_, index) => (seqs[0] ?? 0) + index),
      );
    }
    const rows = this.#readers.map((reader) => JSON.stringify(reader.changes.map(({ data }) => data)));
    // Readers began at different moments; what they share must be the same.
    const shortest = rows.reduce((a, b) => (a.length < b.length ? a : b));
    for (const row of rows) assert.ok(row.endsWith(shortest.slice(1)), 'readers differ');
  }

  async #publish(): Promise<void> {
    while (!this.#isOver) {
      const key = randomUUID();
      while (!this.acknowledged.has(key)) {
        const answer = await this.#send(key).catch(() => undefined);
        const idea =
          answer?.status === 201 ? ((await answer.json().catch(() => undefined)) as TradeIdea) : undefined;
        if (idea) this.acknowledged.set(key, idea.id);
        else {
          this.refusals.push(String(answer?.status ?? 'broken'));
          await answer?.body?.cancel().catch(() => undefined);
        }
        await sleep(PAUSE_MS);
      }
    }
  }

  #send(key: string): Promise<Response> {
    const { url, token } = this.#options;
    return fetch(`${url()}/api/trade-ideas`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify(ideaInput({ notes: key })),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
  }

  /** Ids by notes, over all pages. */
  async #list(): Promise<Map<string, string[]>> {
    const { url, token } = this.#options;
    const listed = new Map<string, string[]>();
    let path: string | undefined = '/api/trade-ideas?educatorId=1&limit=500';
    while (path) {
      const page: Response = await fetch(url() + path, { headers: { authorization: `Bearer ${token}` } });
      for (const { notes, id } of (await page.json()) as TradeIdea[])
        if (notes !== null) listed.set(notes, [...(listed.get(notes) ?? []), id]);
      path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    return listed;
  }
}
