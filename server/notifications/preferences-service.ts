import type { User } from '../../contract/account/auth.ts';
import { allMarketsOn, type MarketSwitches } from '../../contract/ideas/markets.ts';
import type { PreferenceChanges } from '../../contract/notifications/preferences.ts';
import type { Db } from '../database/connection.ts';
import type { Clock } from '../shared/clock.ts';
import { type PreferencesRow, selectPreferences, upsertPreferences } from './preferences-db.ts';

const toDto = ({ forex, crypto }: PreferencesRow): MarketSwitches => ({ Forex: forex, Crypto: crypto });

/** Notification preferences per market. Not part of the feed (DESIGN §5). */
export class PreferencesService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** The user's preferences; SPEC §9's default if none are stored. */
  async get({ id }: Pick<User, 'id'>): Promise<MarketSwitches> {
    const row = await selectPreferences(this.#db, id);
    return row ? toDto(row) : allMarketsOn;
  }

  /** Stores what is given, and returns the preferences. */
  async choose({ id }: Pick<User, 'id'>, { Forex, Crypto }: PreferenceChanges): Promise<MarketSwitches> {
    const changes = { forex: Forex, crypto: Crypto, updatedAt: this.#clock() };
    return toDto(await upsertPreferences(this.#db, id, changes));
  }
}
