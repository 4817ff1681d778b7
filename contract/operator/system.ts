import * as z from 'zod/mini';
import { EDUCATOR_IDS } from '../educators/educators.ts';
import { markets } from '../ideas/markets.ts';
import { destinationKinds, outwardEvents } from '../outward/idea-posts.ts';
import { defineRoute } from '../shared/route.ts';

const counts = z.record(z.string(), z.number());

const destination = z.object({
  id: z.string(),
  kind: z.enum(destinationKinds),
  name: z.string(),
  /** Telegram's chat, otherwise the host. */
  target: z.string(),
  events: z.array(z.enum(outwardEvents)),
  markets: z.array(z.enum(markets)),
  educators: z.nullable(z.array(z.string())),
  showsLevels: z.boolean(),
  state: z.enum(['active', 'paused', 'disabled', 'key missing']),
  /** Why it is disabled, or failing. */
  reason: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
});
export type OperatorDestination = z.infer<typeof destination>;

const system = z.object({
  storage: z.object({
    databaseBytes: z.number(),
    uploads: z.number(),
    uploadBytes: z.number(),
    /** On the disk of DATA_DIR. */
    freeBytes: z.number(),
  }),
  /** Of the last 24 hours, by state. */
  deliveries: z.object({ pushes: counts, posts: counts }),
  /** Jobs by state: `due` grows where nothing runs them, `dead` failed for good. */
  jobs: counts,
  /** Where prices come from; `problem` is why this process reads none for now. */
  sources: z.array(
    z.object({ name: z.string(), newestAt: z.nullable(z.string()), problem: z.nullable(z.string()) }),
  ),
  /** Made with the admin command, newest first. */
  backups: z.array(z.object({ at: z.string(), bytes: z.number() })),
});
export type System = z.infer<typeof system>;

export const getSystem = defineRoute({
  method: 'GET',
  path: '/api/operator/system',
  access: 'operator',
  limit: 'heavyRead',
  summary: 'Storage, deliveries, sources of prices and backups',
  failure: 'Failed to load the state of the system',
  response: system,
});

export const listDestinations = defineRoute({
  method: 'GET',
  path: '/api/operator/destinations',
  access: 'operator',
  summary: 'Messaging groups and programs that ideas are posted to, by name',
  failure: 'Failed to load the groups',
  response: z.array(destination),
});

export const addDestination = defineRoute({
  method: 'POST',
  path: '/api/operator/destinations',
  access: 'operator',
  summary: 'Add a group or a program; its token or address is never shown again',
  failure: 'Failed to add the group',
  bodyLimit: 4 * 1024,
  body: z.object({
    kind: z.enum(destinationKinds),
    name: z.string(),
    /** Telegram's group or channel. */
    chat: z.optional(z.string()),
    /** A token, or an address. */
    secret: z.string(),
    events: z.array(z.enum(outwardEvents)).check(z.minLength(1, { error: 'Choose what is posted' })),
    markets: z.array(z.enum(markets)).check(z.minLength(1, { error: 'Choose a market' })),
    /** Null: all. */
    educators: z.nullable(
      z.array(z.enum(EDUCATOR_IDS)).check(z.minLength(1, { error: 'Choose an educator' })),
    ),
    showsLevels: z.boolean(),
  }),
  status: 201,
  response: z.object({
    /** Of a webhook, to check that calls are ours. */
    signingKey: z.nullable(z.string()),
  }),
});

export const destinationActions = ['test', 'pause', 'resume', 'remove'] as const;

export const actOnDestination = defineRoute({
  method: 'POST',
  path: '/api/operator/destinations/:id/actions',
  access: 'operator',
  summary: 'Post a test, pause, resume or remove a group',
  failure: 'Failed to change the group',
  bodyLimit: 1024,
  params: z.object({ id: z.guid({ error: 'Not an id' }) }),
  body: z.object({ action: z.enum(destinationActions) }),
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
