import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { getOperator, type Operator } from '../../contract/operator/operator-access.ts';
import { useLinkToken } from '../account/links/use-link.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { oneOf, useAddressFilter } from '../shared/hooks/use-address-filter.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { AppShell } from '../shared/ui/app-shell.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Mark } from '../shared/ui/mark.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { SiteFooter } from '../shared/ui/site-footer.tsx';
import { panelId, Tabs, tabId } from '../shared/ui/tabs.tsx';
import { GroupsTab } from './groups-tab.tsx';
import { LogTab } from './log-tab.tsx';
import { OperatorEntry } from './operator-entry.tsx';
import { PendingTab } from './operator-parts.tsx';
import { clearOperatorSession, endSession, operatorQuery, useAction } from './operator-session.ts';
import { OwnAccess } from './own-access.tsx';
import { PeopleTab } from './people-tab.tsx';
import { SystemTab } from './system-tab.tsx';

const labels = { people: 'People', log: 'Log', groups: 'Groups', system: 'System' } as const;
type TabName = keyof typeof labels;
const tabs = Object.entries(labels).map(([id, label]) => ({ id, label }));
const tabFilter = z.object({ tab: oneOf(Object.keys(labels) as TabName[]) });

const TabContent = ({ tab, operator }: { tab: TabName; operator: Operator }) => {
  if (tab === 'people') return <PeopleTab />;
  if (tab === 'log') return <LogTab />;
  if (tab === 'groups') return <GroupsTab problem={operator.outwardProblem} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <SystemTab />
      <OwnAccess passkeys={operator.passkeys} />
    </div>
  );
};

const Bar = ({ operator }: { operator: Operator | undefined }) => {
  const signOut = useAction(endSession, clearOperatorSession);
  return (
    <header className="border-b border-line-soft">
      <div className="column flex min-h-16 flex-wrap items-center justify-between gap-3 py-2 sm:min-h-17">
        <Mark className="shrink-0 max-sm:w-[28px] max-sm:overflow-hidden" />
        <div className="flex min-w-0 flex-wrap items-center justify-end gap-3">
          <p className="line-clamp-2 text-right text-sm wrap-anywhere text-muted">
            {operator && (
              <>
                Operator: <bdi className="font-medium text-text">{operator.name}</bdi>
              </>
            )}
          </p>
          <Button size="s" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            Log out
          </Button>
        </div>
      </div>
    </header>
  );
};

const Panel = () => {
  const query = useQuery(operatorQuery(getOperator));
  const { filter, change } = useAddressFilter(tabFilter, 'push');
  const { tab = 'people' } = filter;
  return (
    <AppShell bar={<Bar operator={query.data} />} footer={<SiteFooter />}>
      <PageHead title={labels[tab]} documentTitle={`${labels[tab]} · Operator`} />
      <div className="column">
        <Tabs
          label="Operator"
          tabs={tabs}
          selected={tab}
          onSelect={(id) => change({ tab: id })}
          className="mb-5 max-w-120"
        />
        <div role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)}>
          {query.data ? (
            <TabContent tab={tab} operator={query.data} />
          ) : (
            <PendingTab query={query} failure={getOperator.failure} />
          )}
        </div>
      </div>
    </AppShell>
  );
};

/** What operators do every week, without the command line. It has a session of its own. */
export const OperatorPage = () => {
  const [session] = useStored(storageKeys.operatorSession);
  const link = useLinkToken();
  const [usedLink, setUsedLink] = useState<string | null>(null);
  return (
    <QueryClientProvider client={queryClient}>
      {session?.token ? (
        <Panel />
      ) : (
        <OperatorEntry
          link={link === usedLink ? null : link}
          onLinkUsed={() => setUsedLink(link)}
          hasEnded={session !== null}
        />
      )}
    </QueryClientProvider>
  );
};
