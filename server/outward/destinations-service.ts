import { randomUUID } from 'node:crypto';
import { plainText } from '../../contract/shared/text.ts';
import { type Actor, logAction } from '../account/sessions/revoke-sessions.ts';
import type { Db, Transaction } from '../database/connection.ts';
import type { OutboundConnections } from '../notifications/transport/connections.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { OperatorError } from '../shared/operator-error.ts';
import {
  type DestinationRow,
  deleteDestination,
  failWaitingPosts,
  insertDestination,
  MAX_DESTINATIONS,
  selectDestinations,
  updateDestination,
  working,
} from './outward-db.ts';
import { messageText } from './post-texts.ts';
import { openSecret, sealSecret } from './sealed-secrets.ts';
import { createServices, toOutcome } from './services.ts';

const destinationName = plainText('Name', 60);

/** What the operator says of a new destination: `chat` is Telegram's group. */
type NewDestination = Pick<
  DestinationRow,
  'kind' | 'name' | 'events' | 'markets' | 'educators' | 'showsLevels'
> & {
  chat?: string | undefined;
};

type DestinationsServiceOptions = {
  db: Db;
  clock: Clock;
  env: Pick<Env, 'outward' | 'baseUrl' | 'brand'>;
  connections: OutboundConnections;
  actor: Actor;
};

/** Why nothing can be posted; null if it can. */
export const explainMissingSettings = ({
  outward,
  baseUrl,
}: Pick<Env, 'outward' | 'baseUrl'>): string | null => {
  if (!outward.key) return 'OUTWARD_KEY must be set: it encrypts tokens and addresses.';
  return baseUrl ? null : 'BASE_URL must be set: a post has the address of its idea.';
};

/** Where ideas are posted, for operators. Each method throws OperatorError if it can't be done. */
export class DestinationsService {
  readonly #options: DestinationsServiceOptions;

  constructor(options: DestinationsServiceOptions) {
    this.#options = options;
  }

  /** Adds a destination with its token or address. Returns the key that signs its webhooks, if there is one. */
  async add(given: NewDestination, readSecret: () => Promise<string>): Promise<string | undefined> {
    const { clock, env } = this.#options;
    const { key, telegramUrl } = env.outward;
    const missing = explainMissingSettings(env);
    if (missing !== null || !key) throw new OperatorError(missing ?? '');
    const { data: name, error } = destinationName.safeParse(given.name);
    if (!name) throw new OperatorError(`${error?.issues[0]?.message}.`, 'name');
    const { chat, ...wanted } = given;
    const service = createServices(telegramUrl)[given.kind];
    const { secret, target, signingKey } = service.read(await readSecret(), chat);
    const id = randomUUID();
    const sealed = sealSecret(key, id, secret);
    const row = { ...wanted, id, name, target, secret: sealed, createdAt: clock() };
    await this.#change(`Added ${name}`, async (tx) => {
      if ((await selectDestinations(tx)).length >= MAX_DESTINATIONS)
        throw new OperatorError(`There are ${MAX_DESTINATIONS} destinations. Remove one first.`);
      if (!(await insertDestination(tx, row)))
        throw new OperatorError(`There is already a destination "${name}".`, 'name');
    });
    return signingKey;
  }

  /** By name, each with whether its secret can be read. */
  async list(): Promise<(DestinationRow & { hasKey: boolean })[]> {
    const rows = await selectDestinations(this.#options.db);
    return rows.map((row) => ({ ...row, hasKey: this.#open(row) !== null }));
  }

  /** Posts a test. */
  async test(name: string): Promise<void> {
    const { clock, env, connections } = this.#options;
    const destination = await this.#find(name);
    const secret = this.#open(destination);
    if (secret === null)
      throw new OperatorError('key missing: OUTWARD_KEY is not the one it was added with.');
    const service = createServices(env.outward.telegramUrl)[destination.kind];
    const place = { secret, target: destination.target };
    const said = { user_name: env.brand, message: 'Posts of ideas arrive here.', room: 'a test' };
    const content = { id: randomUUID(), type: 'test', at: clock(), text: messageText(said), data: {} };
    const answer = await connections.call(service.post(place, content, clock()));
    const { type, reason } = toOutcome(service, answer);
    if (type !== 'sent') throw new OperatorError(`Not posted: ${reason}.`);
    await this.#change(`Tested ${name}`, async () => undefined);
  }

  /** Nothing is posted until it is resumed; what waits is given up. */
  async pause(name: string): Promise<void> {
    const { id } = await this.#find(name);
    await this.#change(`Paused ${name}`, async (tx) => {
      await updateDestination(tx, id, { state: 'paused' });
      await failWaitingPosts(tx, id, 'paused');
    });
  }

  /** Posts again, also after it was disabled. */
  async resume(name: string): Promise<void> {
    const { id } = await this.#find(name);
    await this.#change(`Resumed ${name}`, (tx) => updateDestination(tx, id, { state: 'active', ...working }));
  }

  /** Removes a destination, and what is known of its posts. */
  async remove(name: string): Promise<void> {
    const { id } = await this.#find(name);
    await this.#change(`Removed ${name}`, (tx) => deleteDestination(tx, id));
  }

  /** One change of the destinations, with its row in auth_events. */
  #change(what: string, change: (tx: Transaction) => Promise<void>): Promise<void> {
    const { db, clock, actor } = this.#options;
    return db.transaction(async (tx) => {
      await change(tx);
      await logAction(tx, 'destination_changed', clock(), null, actor, what);
    });
  }

  #open({ id, secret }: DestinationRow): string | null {
    return openSecret(this.#options.env.outward.key, id, secret);
  }

  async #find(name: string): Promise<DestinationRow> {
    const found = (await selectDestinations(this.#options.db)).find((row) => row.name === name);
    if (!found) throw new OperatorError(`There is no destination "${name}".`);
    return found;
  }
}
