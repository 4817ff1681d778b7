import { type ReactNode, useEffect, useMemo } from 'react';
import { matchRoute, Redirect, useLocation, useRouter, useSearch } from 'wouter';
import type { User } from '../../contract/account/auth.ts';
import { useCurrentUser } from '../account/session/current-user.ts';
import { getHomePath } from '../account/session/session.ts';
import { createLoginPath } from '../account/sign-in/return-path.ts';
import { useConfigState } from '../shared/api/config.ts';
import { paths } from '../shared/paths.ts';
import { clearCachedData } from '../shared/storage/session-reset.ts';
import { PublicFrame } from '../shared/ui/public-frame.tsx';
import { NotFoundPage, type PageAccess, type PageRoute, routeTable, SignedInShell } from './route-table.tsx';
import { useScrollRestoration } from './scroll-restoration.ts';

type Found = { route: PageRoute; params: Record<string, string | undefined> };

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

/** The path to redirect to when the user may not see a page; null when they may (SPEC §2). */
const findRedirect = (access: PageAccess, user: User | null, page: string): string | null => {
  if (access === 'login' || access === 'open') return null;
  if (!user) return createLoginPath(page);
  return access === 'educator' && user.role !== 'educator' ? paths.customerMarket('Forex') : null;
};

/** The frame of a page: the signed-in shell with a session, a public one without. */
const PageFrame = ({
  user,
  footer,
  children,
}: {
  user: User | null;
  footer: boolean;
  children: ReactNode;
}) =>
  user ? (
    // The key resets all state when another person signs in.
    <SignedInShell key={user.id} user={user} footer={footer}>
      {children}
    </SignedInShell>
  ) : (
    <PublicFrame>{children}</PublicFrame>
  );

const NotFound = ({ user }: { user: User | null }) => (
  <PageFrame user={user} footer>
    <NotFoundPage home={user ? getHomePath(user) : paths.home} />
  </PageFrame>
);

const Found = ({ found, user, page }: { found: Found; user: User | null; page: string }) => {
  const { route, params } = found;
  const elsewhere = findRedirect(route.access, user, page);
  if (elsewhere) return <Redirect to={elsewhere} replace />;
  const screen = route.screen({ user, params });
  if (!screen) return <NotFound user={user} />;
  if (route.access === 'login') return screen;
  return (
    <PageFrame user={user} footer={!route.ownFooter}>
      {screen}
    </PageFrame>
  );
};

export const Routes = () => {
  const [location] = useLocation();
  const search = useSearch();
  const { config, settled } = useConfigState();
  const user = useCurrentUser();
  const found = useFound(config?.staffPath ?? paths.educatorLogin, location);
  const isLogin = location === paths.home || location === paths.customerLogin;

  useScrollRestoration(location);
  // SPEC §2: visiting / or /login clears cached query data.
  useEffect(() => {
    if (isLogin) clearCachedData();
  }, [isLogin]);

  if (found) return <Found found={found} user={user} page={search ? `${location}?${search}` : location} />;
  // The path of the educator login is configurable: until the configuration is loaded no path is unknown.
  return settled && <NotFound user={user} />;
};
