import { currentUser, type User } from '../../contract/account/auth.ts';
import { getIdeaChart } from '../../contract/candles/idea-chart.ts';
import { getOwnPrices } from '../../contract/candles/own-prices.ts';
import { listEducators } from '../../contract/educators/educators.ts';
import { listFollows } from '../../contract/educators/follows.ts';
import { listBookmarks } from '../../contract/ideas/bookmarks.ts';
import { listIdeaRevisions } from '../../contract/ideas/idea-revisions.ts';
import { addReadingState, getReadingState } from '../../contract/ideas/reading.ts';
import { getPresence } from '../../contract/live/presence.ts';
import { listNews } from '../../contract/notifications/news.ts';
import { getPreferences } from '../../contract/notifications/preferences.ts';
import { getPublication } from '../../contract/record/public-record.ts';
import { listTrackRecords } from '../../contract/record/track-record.ts';
import { type Config, config } from '../../contract/shared/config.ts';
import type { FakeApi } from './fake-api.ts';

export const educators = ['Amara Osei', 'Daniel Brandt', 'Maya Okafor'].map((fullName, index) => ({
  id: String(index + 1),
  firstName: fullName.split(' ')[0]!,
  lastName: fullName.split(' ')[1]!,
  fullName,
  email: null,
  profileImage: null,
  specialty: 'Trading',
  profilePath: null,
}));

/** The page loads the configuration once, before the first test of a file. */
let configChanges: Partial<Config> = {};

/** Another configuration for all tests of a file: call it outside of them. */
export const changeConfig = (changes: Partial<Config>): void => {
  configChanges = changes;
};

/** Answers what most pages ask for. A test that is about one of these calls handles it itself. */
export const answerBasics = (api: FakeApi, user: () => User): void => {
  api.on(config, () => ({
    brand: 'Chartlark',
    messagingUrl: 'https://group.example/',
    staffPath: '/chartlark-staff',
    // The address of the educator that tests sign in.
    allowList: { salt: '', iterations: 1, hashes: ['ashUDvXB/PAdTn3PzFqMx+o86nIEs4rr5UiWt+cFB94='] },
    pushPublicKey: '',
    authLogDays: 30,
    disclosure: 'optional' as const,
    passkeyHost: null,
    mail: false,
    prices: false,
    ...configChanges,
  }));
  api.on(currentUser, user);
  api.on(listEducators, () => educators);
  api.on(getPreferences, () => ({ Forex: true, Crypto: true }));
  api.on(listFollows, () => ({ educator_ids: [] }));
  api.on(listBookmarks, () => []);
  api.on(getReadingState, () => ({ markets: ['Forex' as const, 'Crypto' as const], ideas: [], rooms: [] }));
  api.on(addReadingState, () => ({ success: true as const }));
  api.on(listIdeaRevisions, () => []);
  api.on(getIdeaChart, () => null);
  api.on(getOwnPrices, () => ({ touches: [], contradictions: [] }));
  api.on(listTrackRecords, () => []);
  api.on(getPublication, () => ({ published: null }));
  api.on(listNews, () => []);
  api.on(getPresence, () => ({ reading: 0 }));
};
