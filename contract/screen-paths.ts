import { ideaTypes } from './ideas/ideas.ts';
import { markets } from './ideas/markets.ts';

const choice = (names: readonly string[]) => `(?:${names.join('|').toLowerCase()})`;
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Every path of the web app's pages by its shape, except for the educator login (web/app/route-table.tsx) and for
 * published records, which are looked up (server/http/web-app.ts).
 */
const screens = new RegExp(
  `^/(?:${[
    '|login|operator|category|test-notifications|invitation|confirm-email|not-me|reset-password|forgot-password',
    'terms|privacy|verify|learn(?:/(?:glossary|lessons|practice))?',
    'educator(?:/ideas/new|/[a-z0-9-]+)?',
    'customer(?:/(?:dashboard|chat|profile|videos|results|educators|bookmarks))?',
    `customer/${choice(markets)}(?:/${choice(ideaTypes)})?`,
    'customer/educators/[1-9]\\d{0,3}',
    `ideas/${UUID}`,
  ].join('|')})/?$`,
  'i',
);

/** Whether a page of the web app has this path. Never whether there is anything to show: that would tell who asks. */
export const isScreenPath = (path: string, staffPath: string): boolean =>
  screens.test(path) || path.replace(/\/$/, '').toLowerCase() === staffPath.toLowerCase();
