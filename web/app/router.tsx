import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { matchRoute, Redirect, useLocation, useRouter, useSearch } from 'wouter';
import type { User } from '../../contract/auth.ts';
import { useCurrentUser } from '../entities/session/current-user.ts';
import { homeOf } from '../entities/session/session.ts';
import { loginFor } from '../features/sign-in/return-path.ts';
import { useConfigState } from '../shared/api/config.ts';
import { paths } from '../shared/paths.ts';
import { clearCachedData } from '../shared/storage/session-reset.ts';
import { PublicFrame } from '../shared/ui/public-frame.tsx';
import { Loading, Skeleton } from '../shared/ui/skeleton.tsx';
import { ScreenBoundary } from './page-boundary.tsx';
import { routeTable, type ScreenAccess, type ScreenRoute } from './route-table.tsx';

/** While the code of a screen is on its way: its heading and its first card, in their final places. */
const ScreenSkeleton = () => (
  <Loading label="Loading">
    <div className="column pt-5 sm:pt-9">
      <Skeleton className="h-8 w-52 sm:h-10" />
      <Skeleton className="mt-3 h-5 w-72 max-w-full" />
      <Skeleton className="mt-6 h-100 rounded-l" />
    </div>
  </Loading>
);

const NotFoundScreen = lazy(async () => ({
  default: (await import('../pages/not-found-page.tsx')).NotFoundPage,
}));
const SignedInShell = lazy(() => import('./signed-in-shell.tsx'));

type Found = { route: ScreenRoute; params: Record<string, string | undefined> };

const useFound = (staffPath: string, location: string): Found | null => {
  const { parser } = useRouter();
  return useMemo(() => {
    for (const route of routeTable(staffPath)) {
      const [matches, params] = matchRoute(parser, route.path, location);
      if (matches) return { route, params: params as Found['params'] };
    }
    return null;
  }, [parser, staffPath, location]);
};

/** Where someone who may not see a screen is sent, or null where they may (SPEC §2). */
const detour = (access: ScreenAccess, user: User | null, page: string): string | null => {
  if (access === 'login' || access === 'open') return null;
  if (!user) return loginFor(page);
  return access === 'educator' && user.role !== 'educator' ? paths.customerMarket('Forex') : null;
};

/** The frame around a screen: the signed-in shell for whoever is signed in, a plain one for a visitor. */
const Framed = ({ user, footer, children }: { user: User | null; footer: boolean; children: ReactNode }) =>
  user ? (
    // Another person, another page: nothing of the one before is kept.
    <SignedInShell key={user.id} user={user} footer={footer}>
      <ScreenBoundary>
        <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
      </ScreenBoundary>
    </SignedInShell>
  ) : (
    <PublicFrame>
      <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
    </PublicFrame>
  );

const NotFound = ({ user }: { user: User | null }) => (
  <Framed user={user} footer>
    <NotFoundScreen home={user ? homeOf(user) : paths.home} />
  </Framed>
);

const Found = ({ found, user, page }: { found: Found; user: User | null; page: string }) => {
  const { route, params } = found;
  const elsewhere = detour(route.access, user, page);
  if (elsewhere) return <Redirect to={elsewhere} replace />;
  const screen = route.screen({ user, params });
  if (!screen) return <NotFound user={user} />;
  if (route.access === 'login') return screen;
  return (
    <Framed user={user} footer={!route.ownFooter}>
      {screen}
    </Framed>
  );
};

export const Routes = () => {
  const [location] = useLocation();
  const search = useSearch();
  const { config, settled } = useConfigState();
  const user = useCurrentUser();
  const found = useFound(config?.staffPath ?? paths.educatorLogin, location);
  const isLogin = location === paths.home || location === paths.customerLogin;

  // SPEC §2: on every route change the view scrolls to top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is the reason, not an ingredient.
  useLayoutEffect(() => {
    // In braces: newer browsers answer scrollTo with a promise, which React would take for a clean-up.
    window.scrollTo(0, 0);
  }, [location]);
  // SPEC §2: visiting / or /login clears cached query data.
  useEffect(() => {
    if (isLogin) clearCachedData();
  }, [isLogin]);

  return (
    <ScreenBoundary>
      <Suspense fallback={null}>
        {found ? (
          <Found found={found} user={user} page={search ? `${location}?${search}` : location} />
        ) : (
          // The educator login may live under any name: without the configuration nothing is unknown yet.
          settled && <NotFound user={user} />
        )}
      </Suspense>
    </ScreenBoundary>
  );
};
