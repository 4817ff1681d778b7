import { randomUUID } from 'node:crypto';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { PushSubscriptionInput } from '../../contract/notifications/push.ts';
import { type NewIdeaInput, newIdea } from '../../contract/publishing/idea-writing.ts';
import { addUser } from '../account/users/users-service.ts';
import type { Database } from '../database/database.ts';
import { IdeasService } from '../ideas/ideas-service.ts';
import { pushNotifier } from '../notifications/idea-notifications.ts';

const IDEA: NewIdeaInput = {
  pair: 'EUR/USD',
  time_frame: '4H',
  market_type: 'Forex',
  entry_1: '1.0842',
  entry_2: null,
  invalidation_level: '1.0755',
  exit_1: '1.0921',
  exit_2: null,
  exit_3: null,
  notes: 'Higher low above the base, and a close above the range of the last three days.',
};

/** Inserts an educator and one customer per subscription, each with a session. */
export const addSubscribers = async ({ db, pool }: Database, devices: readonly PushSubscriptionInput[]) => {
  const people = devices.map((_, index) => ({ id: randomUUID(), session: randomUUID(), index }));
  await pool.query(
    `insert into users (id, role, email, first_name, last_name, full_name)
     select id, 'customer', id || '@test.example', 'Cus', 'Tomer', 'Cus Tomer' from unnest($1::uuid[]) id`,
    [people.map(({ id }) => id)],
  );
  await pool.query(
    `insert into sessions (id, token_hash, user_id, expires_at, address)
     select s, sha256(s::text::bytea), u, now() + interval '30 days', '127.0.0.1' from unnest($1::uuid[], $2::uuid[]) as x(s, u)`,
    [people.map(({ session }) => session), people.map(({ id }) => id)],
  );
  await pool.query(
    `insert into push_subscriptions (endpoint, p256dh, auth, user_id, session_id, created_at)
     select e, k, a, u, s, now() from unnest($1::text[], $2::text[], $3::text[], $4::uuid[], $5::uuid[]) as x(e, k, a, u, s)`,
    [
      devices.map(({ endpoint }) => endpoint),
      devices.map(({ keys }) => keys.p256dh),
      devices.map(({ keys }) => keys.auth),
      people.map(({ id }) => id),
      people.map(({ session }) => session),
    ],
  );
  const author = await addUser(db, {
    role: 'educator',
    email: 'one@test.example',
    firstName: 'Educator',
    lastName: 'One',
    educatorId: '1',
  });
  const ideas = new IdeasService(
    db,
    { waitUntilApplied: async () => undefined },
    () => new Date(),
    pushNotifier,
  );
  return {
    /** Publishes an idea through the service, and leaves the sending to the workers. */
    publish: (): Promise<TradeIdea> => ideas.create(author, newIdea.parse(IDEA)),
    /** Deletes an idea through the service. */
    remove: ({ id }: { id: string }): Promise<void> => ideas.delete(author, id),
  };
};
