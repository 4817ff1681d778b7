import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../contract/account/auth.ts';
import { getHomePath, signOut } from '../account/session/session.ts';
import { useSessionRenewal } from '../account/session/session-renewal.ts';
import { unsavedCodes } from '../account/session/unsaved-codes.ts';
import { SeenTracking, useUnseenCounts } from '../ideas/reading/use-unseen.ts';
import { useLiveState } from '../live/live-state.ts';
import { LiveUpdates } from '../live/live-updates.tsx';
import { useNewIdeaToast } from '../notifications/new-idea-toast.ts';
import { NotificationBell } from '../notifications/notification-bell.tsx';
import { useMarketSettings } from '../notifications/use-saved-settings.ts';
import { compareLedger } from '../record/ledger/compare-ledger.ts';
import { Search } from '../search/search.tsx';
import { useConfig } from '../shared/api/config.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { importWithRetry } from '../shared/loading/import-with-retry.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { paths } from '../shared/paths.ts';
import { readStored, useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { AppShell } from '../shared/ui/app-shell.tsx';
import { Badge } from '../shared/ui/badge.tsx';
import { classNames } from '../shared/ui/class-names.ts';
import { Icon } from '../shared/ui/icon.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { Menu } from '../shared/ui/menu.tsx';
import { NavSheet, type NavSheetItem } from '../shared/ui/nav-sheet.tsx';
import { SiteFooter } from '../shared/ui/site-footer.tsx';
import { type Tab, TabBar } from '../shared/ui/tab-bar.tsx';
import { useValueStore } from '../shared/value-store.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { useFocusRestoration } from './focus-restoration.ts';
import { customerTabs, isCustomerArea, menuItems, navLinks, parseMarket } from './navigation.ts';
import { TopBar } from './top-bar.tsx';

/** Sends a profile that was saved offline: when the app starts and when the network returns. */
const useUnsentProfile = (userId: string): void => {
  useEffect(() => {
    const send = async () => {
      if (readStored(storageKeys.profileUnsent(userId)).length === 0) return;
      const { sendProfile } = await importWithRetry(() => import('../account/profile/profile-sync.ts'));
      await sendProfile(userId);
    };
    // A failure has been logged. The profile page says so and offers to send it again.
    const start = () => void send().catch(() => undefined);
    start();
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
  }, [userId]);
};

const UnfinishedAccountPage = lazyPart(
  async () => ({ default: (await import('../pages/unfinished-account-page.tsx')).UnfinishedAccountPage }),
  { kind: 'page' },
);
const LedgerWarning = lazyPart(() => import('../record/ledger/ledger-warning.tsx'), {
  kind: 'background',
});
const DeferredShell = lazyPart(() => import('./deferred-shell.tsx'), { kind: 'deferred' });

/** The market of this page; on a page without one, the last one visited. */
const useMarket = (location: string) => {
  const [last, remember] = useStored(storageKeys.lastMarket);
  const market = parseMarket(location);
  useEffect(() => {
    if (market) remember(market);
  }, [market, remember]);
  return market ?? last;
};

const MessagingLink = () => {
  const config = useConfig();
  return config ? (
    <a
      href={config.messagingUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="quiet-link inline-flex min-h-11 items-center text-sm text-muted"
    >
      Join the group for instant alerts
    </a>
  ) : null;
};

/**
 * Keeps both markets current on every page of a customer but one, and counts unseen ideas on the bell. The markets list
 * invalidated ideas, which practice asks about.
 */
const ReaderBell = ({ location }: { location: string }) => (
  <>
    {location !== paths.practice && <SeenTracking />}
    <NotificationBell unseen={useUnseenCounts().total} markets={useMarketSettings()} />
  </>
);

const ReaderTabs = ({ tabs, items }: { tabs: readonly Tab[]; items: readonly NavSheetItem[] }) => (
  <TabBar tabs={tabs} badge={<Badge count={useUnseenCounts().total} />}>
    <NavSheet items={items} />
  </TabBar>
);

const menuLook =
  '-mr-3 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-raised hover:text-text';

const Shell = ({ user, footer, children }: { user: User; footer: boolean; children: ReactNode }) => {
  useSessionRenewal();
  useUnsentProfile(user.id);
  useNewIdeaToast(user);
  useFocusRestoration();
  const [location, navigate] = useLocation();
  const market = useMarket(location);
  const live = useLiveState();
  const [search, setSearch] = useState(false);
  const [ledgerBreak] = useStored(storageKeys.ledgerBreak);
  const leave = () => void signOut(navigate);
  const isEducator = user.role === 'educator';
  const isReader = isCustomerArea(user, location);
  const items = menuItems(user, location, market, leave);
  return (
    <AppShell
      bar={
        <TopBar
          home={getHomePath(user)}
          links={navLinks(user, location, market)}
          live={live}
          tools={
            <>
              <IconButton
                icon="search"
                label="Search"
                aria-keyshortcuts="Control+K Meta+K"
                onClick={() => setSearch(true)}
              />
              {isReader ? <ReaderBell location={location} /> : <NotificationBell />}
            </>
          }
        >
          <AvatarMenu user={user} onSearch={() => setSearch(true)} onSignOut={leave} />
          {/* SPEC §2: the educator's bar has its menu at every width, the customer's has links where there is room. */}
          {isEducator && (
            <Menu label="Menu" items={items} className={classNames(menuLook, isReader && 'max-md:hidden')}>
              <Icon name="menu" />
            </Menu>
          )}
        </TopBar>
      }
      footer={footer && <SiteFooter>{!isEducator && <MessagingLink />}</SiteFooter>}
      tabs={isReader && <ReaderTabs tabs={customerTabs(location, market)} items={items} />}
    >
      <Search user={user} open={search} onOpenChange={setSearch} />
      <DeferredShell user={user} />
      {ledgerBreak && <LedgerWarning broken={ledgerBreak} />}
      {children}
    </AppShell>
  );
};

/**
 * The frame of every signed-in page: query cache, live stream, header and footer. The server refuses everything else while
 * a required second factor is missing.
 */
const SignedInShell = (props: { user: User; footer: boolean; children: ReactNode }) => {
  const isLastStep = useValueStore(unsavedCodes)?.isLastStep;
  return (
    <QueryClientProvider client={queryClient}>
      {props.user.mustAddSecondFactor || isLastStep ? (
        <UnfinishedAccountPage />
      ) : (
        <>
          <LiveUpdates userId={props.user.id} compareLedger={compareLedger} />
          <Shell {...props} />
        </>
      )}
    </QueryClientProvider>
  );
};

export default SignedInShell;
