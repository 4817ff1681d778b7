import { useState } from 'react';
import { useLocation } from 'wouter';
import { getPlan, riskReward } from '../../contract/ideas/levels.ts';
import { type Market, markets } from '../../contract/ideas/markets.ts';
import { DISCLAIMER } from '../../contract/shared/brand.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { signOut } from '../account/session/session.ts';
import { formatIdeaCounts } from '../ideas/format-idea-counts.ts';
import { useActiveIdeas } from '../ideas/idea-lists.ts';
import { MarketCard, type MarketIdeas } from '../ideas/market/market-card.tsx';
import { markMarketSeen } from '../ideas/reading/reading-store.ts';
import { useUnseenCounts } from '../ideas/reading/use-unseen.ts';
import { PermissionPrompt } from '../notifications/permission-prompt.tsx';
import { useConfig } from '../shared/api/config.ts';
import { paths } from '../shared/paths.ts';
import { readStored, useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Button, ButtonLink } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Notice } from '../shared/ui/notice.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';

const LATEST_SHOWN = 3;

const useMarketIdeas = (market: Market): MarketIdeas => {
  const { ideas, ...rest } = useActiveIdeas(market);
  const latest = ideas.slice(0, LATEST_SHOWN).map((idea) => ({ ...idea, risk: riskReward(getPlan(idea)) }));
  return { ...rest, counts: formatIdeaCounts(ideas, rest.more), latest };
};

const MarketEntry = ({ market }: { market: Market }) => {
  const { id } = useSignedInUser();
  const [settings] = useStored(storageKeys.notificationSettings(id));
  return (
    <MarketCard
      market={market}
      ideas={useMarketIdeas(market)}
      unseen={useUnseenCounts()[market]}
      notificationsOn={settings[market]}
      onOpen={() => markMarketSeen(id, market)}
    />
  );
};

const LogoutButton = () => {
  const [, navigate] = useLocation();
  return (
    <Button onClick={() => void signOut(navigate)}>
      <Icon name="sign-out" size={18} />
      Logout
    </Button>
  );
};

/** Asked once somebody has viewed an idea and knows what the notifications are about. */
const NotificationQuestion = () => {
  const { id } = useSignedInUser();
  const [hasViewed] = useState(() => (readStored(storageKeys.viewedIdeas(id))?.length ?? 0) > 0);
  return hasViewed && <PermissionPrompt />;
};

/** SPEC §2, "Market selection". */
export const CustomerDashboardPage = () => {
  const config = useConfig();
  return (
    <>
      <PageHead
        title="Choose Your Market"
        documentTitle="Markets"
        subtitle="Pick a market to see its active ideas"
        actions={
          <div className="max-sm:hidden">
            <LogoutButton />
          </div>
        }
      />
      <div className="column grid grid-cols-1 gap-5">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-5">
          {markets.map((market) => (
            <MarketEntry key={market} market={market} />
          ))}
        </div>
        <NotificationQuestion />
        <Notice title="Important Disclaimer" className="mt-3">
          <p className="mt-1">{DISCLAIMER}</p>
        </Notice>
        <div className="flex flex-wrap justify-between gap-3">
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={paths.learn}>
              <Icon name="book" size={18} />
              Learn
            </ButtonLink>
            {config && (
              <ButtonLink href={config.messagingUrl} newTab>
                Join the group for instant alerts
                <Icon name="external" size={18} />
              </ButtonLink>
            )}
          </div>
          <div className="-mx-3 flex flex-wrap gap-1 sm:ml-auto">
            <ButtonLink href={paths.terms} newTab variant="quiet" className="px-3">
              Terms of Service
            </ButtonLink>
            <ButtonLink href={paths.privacy} newTab variant="quiet" className="px-3">
              Privacy Policy
            </ButtonLink>
          </div>
          {/* On a phone there is no room beside the heading. */}
          <div className="sm:hidden">
            <LogoutButton />
          </div>
        </div>
      </div>
    </>
  );
};
