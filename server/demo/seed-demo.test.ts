import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BIO, timezones, tradingStyles } from '../../contract/account/profiles.ts';
import { marketRooms } from '../../contract/chat/chat.ts';
import { disclosures, isCompleted, lessonTags } from '../../contract/ideas/ideas.ts';
import { riskReward } from '../../contract/ideas/levels.ts';
import { classifyMarket } from '../../contract/ideas/market-detection.ts';
import { newVideo } from '../../contract/learn/videos.ts';
import { parseMediaName } from '../../contract/media/media-names.ts';
import {
  chatMessages,
  chatRooms,
  feed,
  ideaColumns,
  ideaRevisions,
  media,
  tradeIdeas,
  userProfiles,
  users,
  videos,
} from '../database/schema.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { storeDemoVideos } from './demo-videos.ts';
import { seedDemo } from './seed-demo.ts';

let test: TestDatabase;
let dataDir: string;
const now = new Date('2026-03-01T12:00:00.000Z');

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'chartlark-demo-'));
});
afterAll(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('seedDemo', () => {
  it('fills an empty database once and skips one with users', async () => {
    const storeFiles = () => storeDemoVideos({ dataDir, s3: undefined });
    expect(await seedDemo(test.database.db, now, storeFiles)).toBe(true);
    expect(await seedDemo(test.database.db, now, storeFiles)).toBe(false);
    expect(await test.database.db.select().from(users)).toHaveLength(9);
  });

  it('has about sixty ideas over both markets, both types and all statuses, with consistent levels', async () => {
    const ideas = await test.database.db.select(ideaColumns).from(tradeIdeas);
    expect(ideas.length).toBeGreaterThanOrEqual(55);
    const groups = new Set(
      ideas.map(({ market_type, idea_type, status }) => `${market_type} ${idea_type} ${status}`),
    );
    for (const market of ['Forex', 'Crypto']) {
      for (const type of ['Leverage', 'Exchange']) {
        for (const status of ['active', 'successful', 'unsuccessful'])
          expect(groups).toContain(`${market} ${type} ${status}`);
      }
    }
    expect(new Set(ideas.map(({ status }) => status))).toEqual(
      new Set(['active', 'pending', 'successful', 'unsuccessful', 'invalid']),
    );
    for (const idea of ideas) {
      expect(riskReward(idea)?.headline.gt(0.5), idea.pair).toBe(true);
      expect(idea.market_type).toBe(classifyMarket({ pair: idea.pair }));
      expect(Date.parse(idea.created_at)).toBeLessThan(now.getTime());
      expect(Date.parse(idea.updated_at)).toBeLessThanOrEqual(now.getTime());
    }
  });

  it('has answers of every kind about own positions, and older ideas without the question', async () => {
    const ideas = await test.database.db.select().from(tradeIdeas);
    expect(new Set(ideas.map(({ disclosure }) => disclosure))).toEqual(new Set([...disclosures, null]));
  });

  it('closes ideas with results that fit, lessons for two thirds, and some that are not recorded', async () => {
    const ideas = await test.database.db.select(ideaColumns).from(tradeIdeas);
    const closed = ideas.filter(({ status }) => isCompleted(status));
    const share = closed.filter(({ lesson }) => lesson).length / closed.length;
    expect(share).toBeGreaterThan(0.6);
    expect(share).toBeLessThan(0.7);
    expect(new Set(closed.flatMap(({ lesson_tag }) => lesson_tag ?? []))).toEqual(new Set(lessonTags));
    for (const status of ['successful', 'unsuccessful'])
      expect(closed.some((idea) => idea.status === status && idea.lesson)).toBe(true);
    expect(closed.some(({ result_level }) => result_level === null)).toBe(true);
    for (const { pair, status, result_level, result_at, created_at, closed_at } of closed) {
      if (result_level === null) continue;
      expect(result_level === 'invalidation_level', pair).toBe(status === 'unsuccessful');
      expect(Date.parse(result_at ?? ''), pair).toBeGreaterThan(Date.parse(created_at));
      expect(Date.parse(result_at ?? ''), pair).toBeLessThanOrEqual(Date.parse(closed_at ?? ''));
    }
  });

  it('has videos of several categories, and public profiles within the limits', async () => {
    const lessons = await test.database.db.select().from(videos);
    for (const { url, educator_id } of lessons) {
      const [row] = await test.database.db
        .select()
        .from(media)
        .where(eq(media.name, parseMediaName(url)));
      const [owner] = await test.database.db
        .select()
        .from(users)
        .where(eq(users.id, row?.ownerId ?? ''));
      expect(owner?.educatorId).toBe(educator_id);
      const { size } = await stat(join(dataDir, 'media', parseMediaName(url)));
      expect(row).toMatchObject({ kind: 'video', contentType: 'video/webm', byteSize: size });
      expect(size).toBeLessThan(1_000_000);
    }
    expect(new Set(lessons.map(({ category }) => category)).size).toBeGreaterThanOrEqual(5);
    expect(lessons.every(({ title }) => title.startsWith('Demo: '))).toBe(true);
    for (const { title, category, url } of lessons)
      expect(newVideo.safeParse({ title, category, url }).success, title).toBe(true);
    const profiles = await test.database.db.select().from(userProfiles);
    expect(profiles.length).toBeGreaterThan(0);
    for (const { bio, trading_style, timezone, is_public } of profiles) {
      expect(bio.length).toBeLessThanOrEqual(MAX_BIO);
      expect(tradingStyles).toContain(trading_style);
      expect(timezones).toContain(timezone);
      expect(is_public).toBe(true);
    }
  });

  it('writes through feed and ledger in chronological order', async () => {
    const revisions = await test.database.db.select().from(ideaRevisions).orderBy(ideaRevisions.number);
    const [head] = await test.database.db.select().from(feed);
    expect(head).toMatchObject({ seq: revisions.length, ledgerCount: revisions.length });
    const times = revisions.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('has the hidden educator without sign-in, and both rooms with messages', async () => {
    const people = await test.database.db.select().from(users);
    expect(people.find(({ educatorId }) => educatorId === '9')?.passwordHash).toBeNull();
    const rooms = await test.database.db.select().from(chatRooms);
    expect(rooms.map(({ name }) => name).toSorted()).toEqual([...marketRooms].toSorted());
    const messages = await test.database.db.select().from(chatMessages);
    expect(rooms.every(({ id }) => messages.some(({ room_id }) => room_id === id))).toBe(true);
  });
});
