import { useState } from 'react';
import { type Role, roles } from '../../contract/account/auth.ts';
import { listPeople, type OperatorPerson, personStates } from '../../contract/operator/people.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { absoluteTime } from '../shared/absolute-time.ts';
import { useUnsaved } from '../shared/hooks/use-unsaved.ts';
import { Button } from '../shared/ui/button.tsx';
import { FilterPanel } from '../shared/ui/filter-panel.tsx';
import { SearchField } from '../shared/ui/search-field.tsx';
import { FilterSelect } from '../shared/ui/select.tsx';
import { InvitePanel } from './invite-panel.tsx';
import { Chip, PagedList, type Secret, Secrets, type Tone } from './operator-parts.tsx';
import { useOperatorPages } from './operator-session.ts';
import { PersonMenu } from './person-menu.tsx';

type State = OperatorPerson['state'];
type Filter = { search?: string | undefined; role?: Role | undefined; state?: State | undefined };

const stateTones: Record<State, Tone> = { active: 'positive', invited: 'accent', disabled: 'negative' };

const toOptions = <V extends string>(values: readonly V[]) =>
  values.map((value) => ({ value, label: capitalise(value) }));

const Person = ({ person, onLink }: { person: OperatorPerson; onLink: (link: Secret) => void }) => (
  <div className="flex items-start gap-3 lg:items-center">
    <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1.5 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,5fr)] lg:items-center">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">
          <bdi>{person.fullName || person.email}</bdi>
        </p>
        <p className="text-sm text-muted">
          <bdi>{person.email}</bdi>
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Chip tone={stateTones[person.state]}>{person.state}</Chip>
        {capitalise(person.role)} {person.educatorId}
      </p>
      <p className="text-sm text-muted">
        {person.invitation && `Invitation ${person.invitation} · `}
        {person.lastSignInAt ? `Signed in ${absoluteTime(person.lastSignInAt)}` : 'Never signed in'}
        {person.hasSecondFactor && ' · Second factor'}
      </p>
    </div>
    <PersonMenu person={person} onLink={onLink} />
  </div>
);

/** Accounts: search, invite, and what an operator does with each. */
export const PeopleTab = () => {
  const [filter, setFilter] = useState<Filter>({});
  const [isInviting, setInviting] = useState(false);
  const [links, setLinks] = useUnsaved<readonly Secret[]>('operator:links');
  const query = useOperatorPages(listPeople, filter);
  /** A new link replaces the one before of the same address. */
  const addLinks = (added: readonly Secret[]) =>
    setLinks([...(links ?? []).filter(({ label }) => !added.some((link) => link.label === label)), ...added]);
  return (
    <>
      {links && (
        <Secrets
          title="Send this yourself: no mail is set up, and it is not shown again."
          secrets={links}
          onDone={() => setLinks(null)}
        />
      )}
      {isInviting ? (
        <InvitePanel onLinks={addLinks} onClose={() => setInviting(false)} />
      ) : (
        <p className="mb-4">
          <Button variant="primary" onClick={() => setInviting(true)}>
            Invite people
          </Button>
        </p>
      )}
      <FilterPanel
        start={
          <SearchField
            label="Search name or address"
            maxLength={200}
            value={filter.search}
            onSearch={(search) => setFilter({ ...filter, search })}
          />
        }
        selected={[filter.role, filter.state].filter(Boolean).length}
      >
        <FilterSelect
          label="Role"
          any="All roles"
          options={toOptions(roles)}
          value={filter.role}
          onChange={(role) => setFilter({ ...filter, role })}
          className="lg:w-42"
        />
        <FilterSelect
          label="State"
          any="All states"
          options={toOptions(personStates)}
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
          className="lg:w-42"
        />
      </FilterPanel>
      <PagedList
        query={query}
        label="People"
        failure={listPeople.failure}
        empty="No accounts found"
        renderRow={(person) => <Person person={person} onLink={(link) => addLinks([link])} />}
      />
    </>
  );
};
