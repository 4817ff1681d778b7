import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  actOnDestination,
  type destinationActions,
  listDestinations,
  type OperatorDestination,
} from '../../contract/operator/system.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { invalidatePrefix } from '../shared/api/query-client.ts';
import { useUnsaved } from '../shared/hooks/use-unsaved.ts';
import { Button } from '../shared/ui/button.tsx';
import { ConfirmDialog } from '../shared/ui/dialog.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { Notice } from '../shared/ui/notice.tsx';
import { showToast } from '../shared/ui/toast.ts';
import { DestinationForm, eventLabels } from './destination-form.tsx';
import { Chip, listClass, PendingTab, type Secret, Secrets, type Tone } from './operator-parts.tsx';
import { callOperator, operatorQuery, useAction } from './operator-session.ts';

type Action = (typeof destinationActions)[number];

const stateTones: Record<OperatorDestination['state'], Tone> = {
  active: 'positive',
  paused: 'accent',
  disabled: 'negative',
  'key missing': 'negative',
};
const done: Record<Action, string> = {
  test: 'Test posted',
  pause: 'Paused',
  resume: 'Resumed',
  remove: 'Removed',
};

const describeContent = ({ events, markets, educators, showsLevels }: OperatorDestination): string =>
  [
    events.map((event) => eventLabels[event]).join(', '),
    markets.join(', '),
    educators === null ? 'All educators' : `Educators ${educators.join(', ')}`,
    showsLevels ? 'With levels' : 'Without levels',
  ].join(' · ');

const Destination = ({ destination }: { destination: OperatorDestination }) => {
  const { id, name, kind, target, state, reason, failingSince } = destination;
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, variables } = useAction(
    (action: Action) => callOperator(actOnDestination, { params: { id }, body: { action } }),
    (_, action) => {
      setAsking(false);
      void invalidatePrefix(listDestinations.path);
      showToast({ title: done[action], description: name, tone: 'success' });
    },
  );
  const renderButton = (action: Action, label: string) => (
    <Button
      size="s"
      aria-label={`${label} ${name}`}
      busy={isPending && variables === action}
      onClick={() => (action === 'remove' ? setAsking(true) : mutate(action))}
    >
      {label}
    </Button>
  );
  return (
    <li className="grid gap-x-6 gap-y-3 py-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="grid gap-1 text-sm wrap-anywhere text-muted">
        <p className="flex flex-wrap items-center gap-2 text-base font-medium text-text">
          <bdi className="min-w-0">{name}</bdi>
          <Chip tone={stateTones[state]}>{state}</Chip>
        </p>
        <p>
          {capitalise(kind)} · <bdi>{target}</bdi>
        </p>
        <p>{describeContent(destination)}</p>
        {(reason !== null || failingSince !== null) && (
          <p className="text-negative">
            {[reason && capitalise(reason), failingSince && `Failing since ${absoluteTime(failingSince)}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {renderButton('test', 'Test')}
        {state === 'active' ? renderButton('pause', 'Pause') : renderButton('resume', 'Resume')}
        {renderButton('remove', 'Remove')}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove this group?"
        description={
          <>
            <bdi className="block font-medium wrap-anywhere text-text">{name}</bdi>
            Nothing is posted there any more. To add it again you need its token or address.
          </>
        }
        confirmLabel="Remove"
        busy={isPending}
        onConfirm={() => mutate('remove')}
      />
    </li>
  );
};

const Destinations = () => {
  const query = useQuery(operatorQuery(listDestinations));
  const { data } = query;
  if (!data) return <PendingTab query={query} failure={listDestinations.failure} />;
  if (data.length === 0)
    return <EmptyState title="No groups yet">Ideas are posted in groups you add.</EmptyState>;
  return (
    <ul aria-label="Groups" className={listClass}>
      {data.map((destination) => (
        <Destination key={destination.id} destination={destination} />
      ))}
    </ul>
  );
};

/** Where ideas are posted, and the form that adds such a place, unless the installation has a `problem` with it. */
export const GroupsTab = ({ problem }: { problem: string | null }) => {
  const [signingKey, setSigningKey] = useUnsaved<Secret>('operator:signing-key');
  return (
    <>
      {signingKey && (
        <Secrets
          title="The key that signs calls. It is not shown again."
          secrets={[signingKey]}
          onDone={() => setSigningKey(null)}
        />
      )}
      <Destinations />
      <div className="mt-6">
        {problem === null ? (
          <DestinationForm onAdded={setSigningKey} />
        ) : (
          <Notice tone="error" title="No group can be added.">
            {problem}
          </Notice>
        )}
      </div>
    </>
  );
};
