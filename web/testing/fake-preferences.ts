import type { MarketSwitches } from '../../contract/ideas/markets.ts';
import { getPreferences, putPreferences } from '../../contract/notifications/preferences.ts';
import {
  defaultPushSettings,
  getPushSettings,
  type PushSettings,
  putPushSettings,
} from '../../contract/notifications/push.ts';
import type { FakeApi } from './fake-api.ts';

/** What a fake server keeps of one person's notification settings. */
export class FakePreferences {
  markets: MarketSwitches = { Forex: true, Crypto: true };
  push: PushSettings = defaultPushSettings;

  constructor(api: FakeApi) {
    api.on(getPreferences, () => this.markets);
    // A market that is left out keeps its setting.
    api.on(putPreferences, ({ body: { Forex = this.markets.Forex, Crypto = this.markets.Crypto } }) => {
      this.markets = { Forex, Crypto };
      return this.markets;
    });
    api.on(getPushSettings, () => this.push);
    api.on(putPushSettings, ({ body }) => {
      const followedOnly = { ...this.push.followedOnly, ...body.followedOnly };
      this.push = { ...this.push, ...body, followedOnly } as PushSettings;
      return this.push;
    });
  }
}
