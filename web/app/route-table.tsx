import type { ComponentType, ReactElement } from 'react';
import type { User } from '../../contract/auth.ts';
import type { IdeaType } from '../../contract/ideas.ts';
import { type Market, markets } from '../../contract/markets.ts';
import { getHomePath } from '../entities/session/session.ts';
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
/** The login pages have no frame and no placeholder. */
const inFrame = { kind: 'page', fallback: () => <PageSkeleton /> } as const;

const CustomerLogin = lazyPart(
  async () => ({ default: (await import('../pages/customer-login-page.tsx')).CustomerLoginPage }),
  { kind: 'page' },
);
const EducatorLogin = lazyPart(
  async () => ({ default: (await import('../pages/educator-login-page.tsx')).EducatorLoginPage }),
  { kind: 'page' },
);
const EducatorDashboard = lazyPart(
  async () => ({ default: (await import('../pages/educator-dashboard-page.tsx')).EducatorDashboardPage }),
  inFrame,
);
const EducatorSlug = lazyPart(
  async () => ({ default: (await import('../pages/educator-slug-page.tsx')).EducatorSlugPage }),
  inFrame,
);
const EducatorIdeas = lazyPart(
  async () => ({ default: (await import('../pages/educator-ideas-page.tsx')).EducatorIdeasPage }),
  inFrame,
);
const NewIdea = lazyPart(
  async () => ({ default: (await import('../pages/new-idea-page.tsx')).NewIdeaPage }),
  inFrame,
);
const EducatorChat = lazyPart(
  async () => ({ default: (await import('../pages/educator-chat-page.tsx')).EducatorChatPage }),
  inFrame,
);
const CustomerDashboard = lazyPart(
  async () => ({ default: (await import('../pages/customer-dashboard-page.tsx')).CustomerDashboardPage }),
  inFrame,
);
const CustomerMarket = lazyPart(
  async () => ({ default: (await import('../pages/customer-market-page.tsx')).CustomerMarketPage }),
  inFrame,
);
const CustomerHistory = lazyPart(
  async () => ({ default: (await import('../pages/customer-history-page.tsx')).CustomerHistoryPage }),
  inFrame,
);
const CustomerChat = lazyPart(
  async () => ({ default: (await import('../pages/customer-chat-page.tsx')).CustomerChatPage }),
  inFrame,
);
const Legal = lazyPart(
  async () => ({ default: (await import('../pages/legal-page.tsx')).LegalPage }),
  inFrame,
);
const EducatorRecord = lazyPart(
  async () => ({ default: (await import('../pages/educator-record-page.tsx')).EducatorRecordPage }),
  inFrame,
);
const Verify = lazyPart(
  async () => ({ default: (await import('../pages/verify-page.tsx')).VerifyPage }),
  inFrame,
);
const Profile = lazyPart(
  async () => ({ default: (await import('../pages/profile-page.tsx')).ProfilePage }),
  inFrame,
);
const Videos = lazyPart(
  async () => ({ default: (await import('../pages/customer-videos-page.tsx')).CustomerVideosPage }),
  inFrame,
);
const TestNotifications = lazyPart(
  async () => ({ default: (await import('../pages/test-notifications-page.tsx')).TestNotificationsPage }),
  inFrame,
);

export const SignedInShell = lazyPart(() => import('./signed-in-shell.tsx'), { kind: 'page' });
export const NotFoundPage = lazyPart(
  async () => ({ default: (await import('../pages/not-found-page.tsx')).NotFoundPage }),
  inFrame,
);

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
const homeFor = (user: User | null) => (user ? getHomePath(user) : paths.home);

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

/** SPEC §2's route table in its order, then what DESIGN §15 adds. The first match counts. */
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
  {
    path: paths.testNotifications,
    access: 'open',
    screen: ({ user }) => <TestNotifications user={user} />,
  },
  { path: paths.customerDashboard, ...selection },
  { path: paths.customer, ...selection },
  { path: paths.category, ...selection },
  ...marketRoutes,
  ...historyRoutes,
  { path: paths.customerChat, access: 'signedIn', ownFooter: true, screen: plain(CustomerChat) },
  { path: paths.customerProfile, access: 'signedIn', ...profile },
  {
    path: paths.customerVideos,
    access: 'signedIn',
    screen: plain(Videos),
  },
  {
    path: '/customer/educators/:id',
    access: 'signedIn',
    screen: ({ user, params }) =>
      /^[1-9]\d{0,3}$/.test(params.id ?? '') ? (
        <EducatorRecord key={params.id} educatorId={params.id ?? ''} home={homeFor(user)} />
      ) : null,
  },
  { path: paths.terms, access: 'open', screen: () => <Legal name="terms" /> },
  { path: paths.privacy, access: 'open', screen: () => <Legal name="privacy" /> },
  {
    path: paths.verify,
    access: 'open',
    screen: plain(Verify),
  },
];
