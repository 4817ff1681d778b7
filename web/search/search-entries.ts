import { DEFAULT_SPECIALTY, type Educator } from '../../contract/educators/educators.ts';
import { isPublic } from '../../contract/educators/visibility.ts';
import { describeResult } from '../../contract/ideas/idea-result.ts';
import { formatOrientation } from '../../contract/ideas/ideas.ts';
import { markets } from '../../contract/ideas/markets.ts';
import { pairKey, sameInstruments, searchKey } from '../../contract/ideas/pairs.ts';
import type { GlossaryTerm } from '../glossary/glossary.ts';
import type { Idea } from '../ideas/idea-model.ts';
import { paths } from '../shared/paths.ts';
import type { IconName } from '../shared/ui/icon.tsx';
import { searchByWords } from '../shared/word-search.ts';

/** Something the search finds. */
export type SearchEntry = {
  id: string;
  icon: IconName;
  label: string;
  detail: string;
  /** Further words it is found by. */
  words?: string;
  href: string;
};

export type SearchGroup = { name: string; items: SearchEntry[] };

/** More would not fit beside the title. */
const SHOWN_WORDS = 2;

type Reader = { role: 'customer' | 'educator'; educatorId: string | null };

const page = (label: string, href: string, icon: IconName, words = '', detail = ''): SearchEntry => ({
  id: href,
  icon,
  label,
  detail,
  words,
  href,
});

/** The pages a person can open, those of their role first. */
export const listPages = ({ role, educatorId }: Reader): SearchEntry[] => [
  ...(role === 'educator'
    ? [
        page('Dashboard', paths.educatorDashboard, 'chart', 'home publish'),
        page('New Idea', paths.newIdea, 'plus', 'trade publish write'),
        page('My Trade Ideas', paths.educatorIdeas, 'edit', 'own edit close'),
        page('Chat', paths.educatorChat, 'chat', 'messages channels'),
      ]
    : []),
  ...(educatorId === null
    ? []
    : [page('Track record', paths.educatorRecord(educatorId), 'chart', 'results performance')]),
  page('Markets', paths.customerDashboard, 'chart', role === 'customer' ? 'home dashboard' : ''),
  ...markets.map((market) =>
    page(market, paths.customerMarket(market), 'chart', 'market active ideas', 'Active ideas'),
  ),
  ...markets.flatMap((market) => [
    page('Leverage Ideas', paths.history(market, 'Leverage'), 'leverage', 'history closed results', market),
    page('Exchange Ideas', paths.history(market, 'Exchange'), 'exchange', 'history closed results', market),
  ]),
  page('Results', paths.results, 'check', 'history closed week won lost'),
  page('Educator Updates', paths.customerChat, 'chat', 'chat messages channels'),
  page('Educators', paths.educators, 'user', 'follow directory'),
  page('Bookmarks', paths.bookmarks, 'bookmark', 'saved private notes'),
  page('Learn', paths.learn, 'book', 'getting started tour help'),
  page('Glossary', paths.glossary, 'book', 'learn terms words definitions'),
  page('Lessons learned', paths.lessons, 'edit', 'learn closed losses'),
  page('Practice', paths.practice, 'check', 'learn forecast calibration'),
  page('Videos', paths.customerVideos, 'play', 'learn'),
  page(
    'Profile',
    role === 'educator' ? paths.educatorProfile : paths.customerProfile,
    'user',
    'name picture account security password two-factor passkeys log out',
  ),
  page('Test notifications', paths.testNotifications, 'bell', 'push device'),
  page('Verify the change log', paths.verify, 'shield', 'ledger record check'),
  page('Terms of Use', paths.terms, 'shield', 'legal'),
  page('Privacy Policy', paths.privacy, 'shield', 'legal data'),
];

const toEducatorEntry = ({ id, fullName, specialty }: Educator): SearchEntry => ({
  id: `educator ${id}`,
  icon: 'user',
  label: fullName,
  detail: specialty || DEFAULT_SPECIALTY,
  words: 'educator',
  href: paths.educatorRecord(id),
});

export const listEducatorEntries = (educators: Iterable<Educator>): SearchEntry[] =>
  [...educators].filter(({ id }) => isPublic(id)).map(toEducatorEntry);

/** The terms of the glossary, with the words they are also known by. */
export const listTermEntries = (glossary: readonly GlossaryTerm[]): SearchEntry[] =>
  glossary.map(({ slug, title, words }) => ({
    id: `term ${slug}`,
    icon: 'book',
    label: title,
    detail: words.slice(0, SHOWN_WORDS).join(', '),
    words: words.join(' '),
    href: paths.glossaryTerm(slug),
  }));

/** An idea; a closed one says how it ended. */
export const toIdeaEntry = (idea: Idea): SearchEntry => {
  const result = describeResult(idea);
  const key = searchKey(idea.pair);
  const names = sameInstruments.filter(([, same]) => key.includes(same)).flat();
  const facts = result ? [result.label, result.r] : [idea.time_frame];
  return {
    id: idea.id,
    icon: idea.order_type === 'BUY' ? 'up' : 'down',
    label: idea.pair,
    detail: [formatOrientation(idea.order_type), ...facts, idea.educator_name].filter(Boolean).join(' · '),
    words: `${pairKey(idea.pair)} ${key} ${names.join(' ')} ${idea.time_frame} ${idea.idea_type}`,
    href: paths.idea(idea.id),
  };
};

/** The entries found by a query; those whose label begins with it first. */
export const findEntries = (entries: readonly SearchEntry[], query: string): SearchEntry[] =>
  searchByWords(entries, query, ({ label, detail, words = '' }) => ({ label, words: `${detail} ${words}` }));
