import { sql } from 'drizzle-orm';
import type { User } from '../../contract/account/auth.ts';
import { alertKinds } from '../../contract/ideas/bookmarks.ts';
import { mediaFormats, toMediaUrl } from '../../contract/media/media-names.ts';
import { type NewIdea, type NewStep, newIdea } from '../../contract/publishing/idea-writing.ts';
import { passwordHasher } from '../account/users/password-hashing.ts';
import { addUser } from '../account/users/users-service.ts';
import { addMarketRooms } from '../chat/chat-service.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { chatMessages, media, userProfiles, users, videos } from '../database/schema.ts';
import { noNotifications } from '../ideas/idea-notifier.ts';
import { createIdea, IdeasService } from '../ideas/ideas-service.ts';
import { demoMessages } from './demo-chat.ts';
import { type DemoIdea, demoIdeas, getDemoMarket } from './demo-ideas.ts';
import { demoProfiles } from './demo-lessons.ts';
import { demoPeople } from './demo-people.ts';
import { readDemoVideos } from './demo-videos.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Fills an empty database with the demo through the ordinary services, so feed and ledger are real. All or nothing.
 * Returns false if the database has users. `storeFiles` stores the files of the videos.
 */
export const seedDemo = (db: Db, now: Date, storeFiles: () => Promise<void>): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (await hasPeople(tx)) return false;
    // Concurrent starts wait here; the second one finds the demo.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`);
    if (await hasPeople(tx)) return false;
    const educators = await addPeople(tx);
    await seedIdeas(tx, db, educators, now);
    await seedAlerts(tx, now);
    await seedChat(tx, educators, now);
    await seedLessons(tx, educators, now);
    await storeFiles();
    return true;
  });

const hasPeople = async (tx: Transaction): Promise<boolean> => {
  const anyone = await tx.select({ id: users.id }).from(users).limit(1);
  return anyone.length > 0;
};

type Educators = ReadonlyMap<string, User>;
type Step = { at: Date; run: (ideas: IdeasService) => Promise<unknown> };

/** Sequential, because a transaction has one connection. */
const addPeople = async (tx: Transaction): Promise<Educators> => {
  const educators = new Map<string, User>();
  for (const { password, ...person } of demoPeople) {
    const passwordHash = password === null ? null : await passwordHasher.hash(password);
    const user = await addUser(tx, { ...person, passwordHash });
    if (user.educatorId !== null) educators.set(user.educatorId, user);
  }
  return educators;
};

const requireEducator = (educators: Educators, id: string): User => {
  const educator = educators.get(id);
  if (!educator) throw new Error(`The demo has no educator ${id}`);
  return educator;
};

/** Publication, moved levels and outcomes of all ideas in chronological order. */
const seedIdeas = async (tx: Transaction, db: Db, educators: Educators, now: Date) => {
  let time = now;
  const ideas = new IdeasService(
    db,
    { waitUntilApplied: async () => undefined },
    () => time,
    noNotifications,
  );
  const steps = demoIdeas.flatMap((idea) =>
    createSteps(tx, idea, requireEducator(educators, idea.educatorId), now),
  );
  for (const step of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    time = step.at;
    await step.run(ideas);
  }
};

/** The demo's customer is told when a level of these open ideas is reached. */
const seedAlerts = async (tx: Transaction, now: Date) => {
  await tx.execute(sql`
    insert into bookmarks (user_id, idea_id, is_bookmarked, note, updated_at, alerts)
    select u.id, i.id, true, '', ${now.toISOString()}::timestamptz, ${sql.param(alertKinds)}::text[]
    from users u, trade_ideas i
    where u.role = 'customer' and i.closed_at is null and i.pair in ('GBP/JPY', 'BTC/USD')`);
};

/** An open idea whose educator tells how it goes. */
const TOLD_PAIR = 'SPX500';
const toldSteps: readonly NewStep[] = [
  { kind: 'entry_filled' },
  { kind: 'line', text: 'Filled on the first pullback. The stop stays under the gap.' },
];

const createSteps = (tx: Transaction, idea: DemoIdea, author: User, now: Date): Step[] => {
  const published = now.getTime() - idea.hoursAgo * HOUR_MS;
  const created = {
    ...createIdea(author, toNewIdea(idea), 'active', new Date(published)),
    disclosure: idea.disclosure,
  };
  const steps: Step[] = [
    {
      at: new Date(published),
      run: (ideas) => ideas.createInTransaction(tx, author, created),
    },
  ];
  const later = (hours: number, changes: Parameters<IdeasService['updateInTransaction']>[3]) =>
    steps.push({
      at: new Date(published + hours * HOUR_MS),
      run: (ideas) => ideas.updateInTransaction(tx, author, created.id, changes),
    });
  if (idea.pair === TOLD_PAIR && !idea.outcome)
    for (const [index, step] of toldSteps.entries())
      steps.push({
        at: new Date(published + (index + 1.5) * HOUR_MS),
        run: (ideas) => ideas.addStepInTransaction(tx, author, created.id, step),
      });
  if (idea.movedStop) later(idea.movedStop.after, { invalidation_level: idea.movedStop.to });
  if (idea.outcome) {
    const { status, after, result, lesson, lessonTag } = idea.outcome;
    later(after, {
      status,
      ...(result && {
        result_level: result.level,
        result_at: new Date(published + result.after * HOUR_MS).toISOString(),
      }),
      ...(lesson !== undefined && { lesson }),
      ...(lessonTag && { lesson_tag: lessonTag }),
    });
  }
  return steps;
};

const toNewIdea = (idea: DemoIdea): NewIdea => {
  const [entry_1 = '', entry_2 = null] = idea.entries;
  const [exit_1 = '', exit_2 = null, exit_3 = null] = idea.exits;
  return newIdea.parse({
    pair: idea.pair,
    time_frame: idea.timeFrame,
    order_type: idea.order,
    idea_type: idea.type,
    market_type: getDemoMarket(idea),
    entry_1,
    entry_2,
    invalidation_level: idea.stop,
    exit_1,
    exit_2,
    exit_3,
    notes: idea.notes,
  });
};

const seedChat = async (tx: Transaction, educators: Educators, now: Date) => {
  const roomId = new Map((await addMarketRooms(tx)).map(({ name, id }) => [name, id]));
  await tx.insert(chatMessages).values(
    demoMessages.map(({ room, educatorId, hoursAgo, message }) => {
      const at = new Date(now.getTime() - hoursAgo * HOUR_MS).toISOString();
      return {
        room_id: roomId.get(room) ?? '',
        user_id: `edu-${educatorId}`,
        user_name: requireEducator(educators, educatorId).fullName,
        user_role: 'educator' as const,
        message,
        created_at: at,
        updated_at: at,
      };
    }),
  );
};

const seedLessons = async (tx: Transaction, educators: Educators, now: Date) => {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  await tx.insert(userProfiles).values(
    demoProfiles.map(({ educatorId, ...written }) => {
      const { id, role, firstName, lastName, fullName, specialty } = requireEducator(educators, educatorId);
      const known = { user_id: id, role, first_name: firstName, last_name: lastName, display_name: fullName };
      return { ...known, ...written, specialty: specialty ?? '', updated_at: ago(800).toISOString() };
    }),
  );
  const files = (await readDemoVideos()).map((video) => ({ ...video, createdAt: ago(video.hoursAgo) }));
  await tx.insert(media).values(
    files.map(({ educatorId, mediaName, byteSize, createdAt }) => ({
      name: mediaName,
      ownerId: requireEducator(educators, educatorId).id,
      ...mediaFormats.webm,
      byteSize,
      createdAt,
    })),
  );
  await tx.insert(videos).values(
    files.map(({ educatorId, title, category, mediaName, createdAt }) => ({
      educator_id: educatorId,
      title,
      category,
      url: toMediaUrl(mediaName),
      created_at: createdAt.toISOString(),
      updated_at: createdAt.toISOString(),
    })),
  );
};
