import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { serializeContent, serializeHeader } from '../../contract/ledger.ts';
import { PASSWORD_HASH } from './test-passwords.ts';

/** Index of the newest migration of version 0.1.0, the previous version in CHANGELOG.md. */
export const PREVIOUS_MIGRATION = 7;

type Row = Record<string, unknown>;

const ideaAt = (at: string, educator: { id: string; name: string }, changes: Row) => ({
  id: randomUUID(),
  educator_id: '1',
  educator_name: educator.name,
  pair: 'EUR/USD',
  time_frame: '4H',
  order_type: 'BUY',
  idea_type: 'Leverage',
  market_type: 'Forex',
  entry_1: '1.0842',
  entry_2: null,
  invalidation_level: '1.0755',
  exit_1: '1.0921',
  exit_2: null,
  exit_3: null,
  status: 'active',
  notes: 'Higher low above the base.',
  image_urls: [],
  video_url: null,
  audio_url: null,
  result_level: null,
  result_at: null,
  lesson: null,
  take_profit_1: null,
  take_profit_2: null,
  take_profit_3: null,
  photo_url: null,
  chart_url: null,
  created_at: at,
  updated_at: at,
  created_by: educator.id,
  version: 1,
  ...changes,
});
type PreviousIdea = ReturnType<typeof ideaAt>;

const unrecorded =
  /^(id|educator_id|take_profit_\d|photo_url|chart_url|created_at|updated_at|created_by|version)$/;

/**
 * Writes what version 0.1.0 wrote, with its statements: ideas without closing time and plan, revisions without salt,
 * settings without followed educators. They work on its own schema and on every later one.
 */
export const createPreviousVersion = (pool: pg.Pool) => {
  /** The last step of each change: event and revision, whose digest covers the changes only. */
  const append = (before: PreviousIdea | null, after: PreviousIdea) => {
    const changes = Object.entries(after).flatMap(([field, value]) => {
      const old = (before as Row | null)?.[field] ?? null;
      const isSame = JSON.stringify(old) === JSON.stringify(value);
      return unrecorded.test(field) || isSame ? [] : [{ field, old, new: value }];
    });
    const content = {
      idea_id: after.id,
      version: after.version,
      action: before ? ('changed' as const) : ('created' as const),
      at: after.updated_at,
      educator_id: after.educator_id,
      changes,
    };
    const digest = createHash('sha256').update(serializeContent(content)).digest('hex');
    const revision = { ...content, digest, actor_id: after.created_by };
    const payload = {
      type: before ? 'UPDATE' : 'INSERT',
      schema: 'public',
      table: 'trade_ideas',
      record: after,
      old_record: before,
      commit_timestamp: after.updated_at,
    };
    return pool.query(
      `select * from append_to_feed('trade_ideas_changes', $1::text, 'everyone', $2::json, $3::jsonb)`,
      [after.id, JSON.stringify(payload), JSON.stringify({ ...revision, header: serializeHeader(revision) })],
    );
  };

  return {
    addUser: async (email: string, educatorId: string | null = null): Promise<string> => {
      const { rows } = await pool.query<{ id: string }>(
        `insert into users (role, email, password_hash, first_name, last_name, full_name, educator_id)
         values ($1, $2, $3, 'Ann', 'Lee', 'Ann Lee', $4) returning id`,
        [educatorId === null ? 'customer' : 'educator', email, PASSWORD_HASH, educatorId],
      );
      return rows[0]?.id ?? '';
    },

    publish: async (
      educator: { id: string; name: string },
      at: string,
      changes: Row = {},
    ): Promise<PreviousIdea> => {
      const idea = ideaAt(at, educator, changes);
      const columns = Object.keys(idea).join(', ');
      await pool.query(
        `insert into trade_ideas (${columns}) select ${columns} from json_populate_record(null::trade_ideas, $1::json)`,
        [JSON.stringify(idea)],
      );
      await append(null, idea);
      return idea;
    },

    change: async (before: PreviousIdea, at: string, changes: Row): Promise<PreviousIdea> => {
      const after = { ...before, ...changes, updated_at: at, version: before.version + 1 };
      const columns = Object.keys({ ...changes, updated_at: at, version: 0 });
      const assignments = columns.map((name, index) => `${name} = $${index + 2}`).join(', ');
      await pool.query(`update trade_ideas set ${assignments} where id = $1`, [
        before.id,
        ...columns.map((name) => (after as Row)[name]),
      ]);
      await append(before, after);
      return after;
    },

    say: async (room: string, userId: string, at: string, message: string): Promise<void> => {
      await pool.query('insert into chat_rooms (name) values ($1) on conflict do nothing', [room]);
      await pool.query(
        `insert into chat_messages (room_id, user_id, user_name, user_role, message, created_at)
         select id, $2, 'Ann Lee', 'educator', $3, $4 from chat_rooms where name = $1`,
        [room, userId, message, at],
      );
    },

    savePreferences: async (userId: string, forex: boolean, crypto: boolean): Promise<void> => {
      await pool.query(
        `insert into notification_preferences (user_id, forex, crypto, updated_at) values ($1, $2, $3, now())
         on conflict (user_id) do update set forex = $2, crypto = $3, updated_at = now()`,
        [userId, forex, crypto],
      );
    },

    savePushSettings: async (userId: string, statusChanges: boolean): Promise<void> => {
      await pool.query(
        `insert into push_settings (user_id, status_changes, quiet_from, quiet_to, time_zone, updated_at)
         values ($1, $2, '22:00', '07:00', 'Europe/Berlin', now())
         on conflict (user_id) do update set status_changes = $2, updated_at = now()`,
        [userId, statusChanges],
      );
    },

    /** The table whose change is the reason why the two versions cannot run side by side. */
    countFailedSignIn: (email: string) =>
      pool.query(
        `insert into sign_in_failures (key, failures, since, last_at) values ($1, 1, now(), now())
         on conflict (key) do update set failures = sign_in_failures.failures + 1, last_at = now()`,
        [email],
      ),
  };
};
