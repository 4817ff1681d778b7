import { randomUUID } from 'node:crypto';
import { EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import { markets } from '../../contract/ideas/markets.ts';
import { destinationKinds, outwardEvents } from '../../contract/outward/idea-posts.ts';
import { plainText } from '../../contract/shared/text.ts';
import type { Db } from '../database/connection.ts';
import type { OutboundConnections } from '../notifications/transport/connections.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { OperatorError } from '../shared/operator-error.ts';
import {
  type DestinationRow,
  deleteDestination,
  failWaitingPosts,
  insertDestination,
  selectDestinations,
  updateDestination,
  working,
} from './outward-db.ts';
import { messageText } from './post-texts.ts';
import { openSecret, sealSecret } from './sealed-secrets.ts';
import { createServices, toOutcome } from './services.ts';

const destinationName = plainText('Name', 60);

/** What the operator says of a new destination: `chat` is Telegram's group, lists are separated by commas. */
type NewDestination = { kind: string; name: string; showsLevels: boolean } & {
  [option in 'chat' | 'events' | 'markets' | 'educators']?: string | undefined;
};

type DestinationsServiceOptions = {
  db: Db;
  clock: Clock;
  env: Pick<Env, 'outward' | 'baseUrl' | 'brand'>;
  connections: OutboundConnections;
};

const choose = <T extends string>(text: string, options: readonly T[], what: string): T[] =>
  text.split(',').map((word) => {
    const found = options.find((option) => option === word);
    if (!found) throw new OperatorError(`${what} must be of ${options.join(', ')}, not "${word}".`);
    return found;
  });

/** Where ideas are posted, for operators. Each method throws OperatorError if it can't be done. */
export class DestinationsService {
  readonly #options: DestinationsServiceOptions;

  constructor(options: DestinationsServiceOptions) {
    this.#options = options;
  }

  /** Adds a destination with its token or address. Returns the key that signs its webhooks, if there is one. */
  async add(given: NewDestination, readSecret: () => Promise<string>): Promise<string | undefined> {
    const { db, clock, env } = this.#options;
    const { key, telegramUrl } = env.outward;
    if (!key) throw new OperatorError('OUTWARD_KEY must be set: it encrypts tokens and addresses.');
    if (!env.baseUrl) throw new OperatorError('BASE_URL must be set: a post has the address of its idea.');
    const [kind = 'webhook'] = choose(given.kind, destinationKinds, 'KIND');
    const { data: name, error } = destinationName.safeParse(given.name);
    if (!name) throw new OperatorError(`${error?.issues[0]?.message}.`);
    const wanted = {
      events: choose(given.events ?? 'published,changed,step,closed', outwardEvents, '--events'),
      markets: choose(given.markets ?? markets.join(), markets, '--markets'),
      educators: given.educators === undefined ? null : choose(given.educators, EDUCATOR_IDS, '--educators'),
      showsLevels: given.showsLevels,
    };
    const { secret, target, signingKey } = createServices(telegramUrl)[kind].read(
      await readSecret(),
      given.chat,
    );
    const id = randomUUID();
    const sealed = sealSecret(key, id, secret);
    const row = { ...wanted, id, kind, name, target, secret: sealed, createdAt: clock() };
    if (!(await insertDestination(db, row)))
      throw new OperatorError(`There is already a destination "${name}".`);
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
    const text = messageText({
      user_name: env.brand,
      message: 'Posts of ideas arrive here.',
      room: 'a test',
    });
    const content = { id: randomUUID(), type: 'test', at: clock(), text, data: {} };
    const { type, reason } = toOutcome(
      service,
      await connections.call(service.post(place, content, clock())),
    );
    if (type !== 'sent') throw new OperatorError(`Not posted: ${reason}.`);
  }

  /** Nothing is posted until it is resumed; what waits is given up. */
  async pause(name: string): Promise<void> {
    const { id } = await this.#find(name);
    await updateDestination(this.#options.db, id, { state: 'paused' });
    await failWaitingPosts(this.#options.db, id, 'paused');
  }

  /** Posts again, also after it was disabled. */
  async resume(name: string): Promise<void> {
    const { id } = await this.#find(name);
    await updateDestination(this.#options.db, id, { state: 'active', ...working });
  }

  /** Removes a destination, and what is known of its posts. */
  async remove(name: string): Promise<void> {
    await deleteDestination(this.#options.db, (await this.#find(name)).id);
  }

  #open({ id, secret }: DestinationRow): string | null {
    return openSecret(this.#options.env.outward.key, id, secret);
  }

  async #find(name: string): Promise<DestinationRow> {
    const found = (await selectDestinations(this.#options.db)).find((row) => row.name === name);
    if (!found) throw new OperatorError(`There is no destination "${name}". "destinations list" shows all.`);
    return found;
  }
}
