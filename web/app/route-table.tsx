import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { User } from '../../contract/account/auth.ts';
import type { IdeaType } from '../../contract/ideas/ideas.ts';
import { type Market, markets } from '../../contract/ideas/markets.ts';
import type { LegalName } from '../legal/legal-page.tsx';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { paths } from '../shared/paths.ts';
import { Loading, Skeleton } from '../shared/ui/skeleton.tsx';

/** Placeholder while the code of a page loads: heading and first card in their final positions. */
const PageSkeleton = () => (
  <Loading label="Loading">
    <div className="column pt-5 sm:pt-9">
      <Skeleton className="h-8 w-52 sm:h-10" />
      <Skeleton className="mt-3 h-5 w-72 max-w-full" />
      <Skeleton className="mt-6 h-100 rounded-l" />
    </div>
  </Loading>
);

/** A page in a chunk of its own. The login pages have no frame and no placeholder. */
const page = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  fallback: () => ReactNode = () => <PageSkeleton />,
) => lazyPart(async () => ({ default: (await load())[name] }), { kind: 'page', fallback });
const noPlaceholder = () => null;

const CustomerLogin = page(
  () => import('../pages/customer-login-page.tsx'),
  'CustomerLoginPage',
  noPlaceholder,
);
const EducatorLogin = page(
  () => import('../pages/educator-login-page.tsx'),
  'EducatorLoginPage',
  noPlaceholder,
);
const AccountLink = page(() => import('../pages/account-link-page.tsx'), 'AccountLinkPage', noPlaceholder);
const EducatorDashboard = page(() => import('../pages/educator-dashboard-page.tsx'), 'EducatorDashboardPage');
const EducatorSlug = page(() => import('../pages/educator-slug-page.tsx'), 'EducatorSlugPage');
const EducatorIdeas = page(() => import('../pages/educator-ideas-page.tsx'), 'EducatorIdeasPage');
const NewIdea = page(() => import('../pages/new-idea-page.tsx'), 'NewIdeaPage');
const EducatorChat = page(() => import('../pages/educator-chat-page.tsx'), 'EducatorChatPage');
const CustomerDashboard = page(() => import('../pages/customer-dashboard-page.tsx'), 'CustomerDashboardPage');
const CustomerMarket = page(() => import('../pages/customer-market-page.tsx'), 'CustomerMarketPage');
const CustomerHistory = page(() => import('../pages/customer-history-page.tsx'), 'CustomerHistoryPage');
const CustomerChat = page(() => import('../pages/customer-chat-page.tsx'), 'CustomerChatPage');
const Idea = page(() => import('../pages/idea-page.tsx'), 'IdeaPage');
const Legal = page<'LegalPage', { name: LegalName }>(() => import('../legal/legal-page.tsx'), 'LegalPage');
const EducatorRecord = page(() => import('../pages/educator-record-page.tsx'), 'EducatorRecordPage');
const PublicRecord = page(() => import('../pages/public-record-page.tsx'), 'PublicRecordPage');
const Verify = page(() => import('../record/ledger/verify-page.tsx'), 'VerifyPage');
const Profile = page(() => import('../pages/profile-page.tsx'), 'ProfilePage');
const Videos = page(() => import('../learn/videos/videos-page.tsx'), 'VideosPage');
const Educators = page(() => import('../pages/educators-page.tsx'), 'EducatorsPage');
const Results = page(() => import('../record/results-page.tsx'), 'ResultsPage');
const Bookmarks = page(() => import('../pages/bookmarks-page.tsx'), 'BookmarksPage');
const Practice = page(() => import('../learn/practice/practice-page.tsx'), 'PracticePage');
const Lessons = page(() => import('../learn/lessons/lessons-page.tsx'), 'LessonsPage');
const Learn = page(() => import('../learn/learn-page.tsx'), 'LearnPage');
const Glossary = page(() => import('../learn/glossary-page.tsx'), 'GlossaryPage');
const Operator = page(() => import('../operator/operator-page.tsx'), 'OperatorPage', noPlaceholder);
const TestNotifications = page(
  () => import('../notifications/test-notifications-page.tsx'),
  'TestNotificationsPage',
);

export const SignedInShell = lazyPart(() => import('./signed-in-shell.tsx'), { kind: 'page' });
export const NotFoundPage = page(() => import('../pages/not-found-page.tsx'), 'NotFoundPage');

/**
 * Who may see a page, and in which frame: `login` has no frame, `open` needs no session (but has the header when there is
 * one), `signedIn` and `educator` are guarded.
 */
export type PageAccess = 'login' | 'open' | 'signedIn' | 'educator';

export type PageRoute = {
  path: string;
  access: PageAccess;
  /** The page shows the disclaimer itself, so the frame omits it. */
  ownFooter?: true;
  /** Null when the path matches but names nothing: the 404 page is shown. */
  screen: (at: { user: User | null; params: Record<string, string | undefined> }) => ReactElement | null;
};

const plain = (Screen: ComponentType) => () => <Screen />;

const marketRoutes = markets.map(
  (market: Market): PageRoute => ({
    path: paths.customerMarket(market),
    access: 'signedIn',
    screen: () => <CustomerMarket key={market} market={market} />,
  }),
);
// Duplicated from the contract on purpose: importing it would add all idea schemas to the login (TARGETS W1).
const ideaTypes: readonly IdeaType[] = ['Leverage', 'Exchange'];
const historyRoutes = ideaTypes.flatMap((ideaType) =>
  markets.map(
    (market): PageRoute => ({
      path: paths.history(market, ideaType),
      access: 'signedIn',
      // The key resets scroll position and list when the history changes.
      screen: () => <CustomerHistory key={`${market} ${ideaType}`} market={market} ideaType={ideaType} />,
    }),
  ),
);

const login: Pick<PageRoute, 'access' | 'screen'> = { access: 'login', screen: plain(CustomerLogin) };
const accountLinkRoutes = [
  paths.invitation,
  paths.resetPassword,
  paths.confirmEmail,
  paths.notMe,
  paths.forgotPassword,
].map((path): PageRoute => ({ path, access: 'login', screen: () => <AccountLink key={path} path={path} /> }));
const dashboard: Pick<PageRoute, 'access' | 'screen'> = {
  access: 'educator',
  screen: plain(EducatorDashboard),
};
const selection: Pick<PageRoute, 'access' | 'ownFooter' | 'screen'> = {
  access: 'signedIn',
  ownFooter: true,
  screen: plain(CustomerDashboard),
};
const profile: Pick<PageRoute, 'screen'> = { screen: plain(Profile) };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** SPEC §2's route table in its order, then what SPEC §10 adds. The first match counts. */
export const routeTable = (staffPath: string): readonly PageRoute[] => [
  { path: paths.home, ...login },
  { path: paths.customerLogin, ...login },
  { path: staffPath, access: 'login', screen: plain(EducatorLogin) },
  { path: paths.educatorDashboard, ...dashboard },
  { path: paths.educator, ...dashboard },
  { path: paths.educatorIdeas, access: 'educator', screen: plain(EducatorIdeas) },
  { path: paths.newIdea, access: 'educator', screen: plain(NewIdea) },
  { path: paths.educatorChat, access: 'educator', ownFooter: true, screen: plain(EducatorChat) },
  { path: paths.educatorProfile, access: 'educator', ...profile },
  {
    path: '/educator/:slug',
    access: 'educator',
    screen: ({ params }) => <EducatorSlug slug={params.slug ?? ''} />,
  },
  { path: paths.testNotifications, access: 'open', screen: ({ user }) => <TestNotifications user={user} /> },
  { path: paths.customerDashboard, ...selection },
  { path: paths.customer, ...selection },
  { path: paths.category, ...selection },
  ...marketRoutes,
  ...historyRoutes,
  { path: paths.customerChat, access: 'signedIn', ownFooter: true, screen: plain(CustomerChat) },
  { path: paths.customerProfile, access: 'signedIn', ...profile },
  { path: paths.customerVideos, access: 'signedIn', screen: plain(Videos) },
  { path: paths.results, access: 'signedIn', screen: plain(Results) },
  { path: paths.educators, access: 'signedIn', screen: plain(Educators) },
  { path: paths.bookmarks, access: 'signedIn', screen: plain(Bookmarks) },
  { path: paths.lessons, access: 'signedIn', screen: plain(Lessons) },
  { path: paths.practice, access: 'signedIn', screen: plain(Practice) },
  {
    path: '/customer/educators/:id',
    access: 'signedIn',
    screen: ({ params }) =>
      /^[1-9]\d{0,3}$/.test(params.id ?? '') ? (
        <EducatorRecord key={params.id} educatorId={params.id ?? ''} />
      ) : null,
  },
  {
    path: '/ideas/:id',
    access: 'signedIn',
    screen: ({ params }) =>
      UUID.test(params.id ?? '') ? <Idea key={params.id} id={params.id ?? ''} /> : null,
  },
  {
    path: '/record/:id',
    access: 'open',
    screen: ({ params }) => <PublicRecord educatorId={params.id ?? ''} />,
  },
  ...accountLinkRoutes,
  { path: paths.terms, access: 'open', screen: () => <Legal name="terms" /> },
  { path: paths.privacy, access: 'open', screen: () => <Legal name="privacy" /> },
  { path: paths.verify, access: 'open', screen: plain(Verify) },
  { path: paths.operator, access: 'login', screen: plain(Operator) },
  { path: paths.learn, access: 'signedIn', screen: plain(Learn) },
  { path: paths.glossary, access: 'open', screen: plain(Glossary) },
];
