import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type AccessToken,
  type AccessTokenKind,
  accessTokenKinds,
  createAccessToken,
  listAccessTokens,
  MAX_TOKEN_NAME,
  revokeAccessToken,
} from '../../../contract/account/access-tokens.ts';
import { listActivity } from '../../../contract/account/own-data.ts';
import { feedFormats, getIdeaFeed } from '../../../contract/notifications/idea-feed.ts';
import { type RouteResponse, routeUrl } from '../../../contract/shared/route.ts';
import { apiUrl } from '../../shared/api/api-base.ts';
import { callRoute, isNotFound } from '../../shared/api/api-request.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';
import { routeQuery } from '../../shared/api/route-query.ts';
import { useRelativeTime } from '../../shared/hooks/use-relative-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { useSignedInUser } from '../session/current-user.ts';
import { ConfirmedButton } from './confirmed-button.tsx';
import { type RunConfirmed, useRunConfirmed } from './use-run-confirmed.tsx';

type NewToken = RouteResponse<typeof createAccessToken>;

const kindLabels: Record<AccessTokenKind, string> = {
  read: 'API token, read-only',
  publish: 'API token, publishes ideas',
  feed: 'Feed address',
};

const refresh = (): void => {
  void invalidatePrefix(listAccessTokens.path);
  void invalidatePrefix(listActivity.path);
};

const revoke = async (id: string): Promise<void> => {
  await callRoute(revokeAccessToken, { params: { id } }).catch((failure: unknown) => {
    // Another device has revoked it.
    if (!isNotFound(failure)) throw failure;
  });
  refresh();
};

/** What is to be copied: a token, or the two addresses of a feed. */
const listSecrets = ({ kind, secret }: NewToken): { label: string; text: string }[] =>
  kind === 'feed'
    ? feedFormats.map((format) => ({
        label: `Copy ${format === 'atom' ? 'Atom' : 'JSON Feed'} address`,
        text: new URL(apiUrl(routeUrl(getIdeaFeed, { file: `${secret}.${format}` })), location.origin).href,
      }))
    : [{ label: 'Copy token', text: secret }];

const Secret = ({ token, onDone }: { token: NewToken; onDone: () => void }) => (
  <Notice tone="accent" title={token.name} alert className="mt-4">
    Whoever has this can read {token.kind === 'publish' && 'and publish '}in your name. It is not shown again.
    {listSecrets(token).map(({ label, text }) => (
      <div key={label} className="mt-3 grid justify-items-start gap-2">
        <code className="wrap-anywhere">{text}</code>
        <CopyButton text={text} label={label} />
      </div>
    ))}
    <Button variant="primary" size="s" className="mt-3" onClick={onDone}>
      I have saved it
    </Button>
  </Notice>
);

const Token = ({ token, runConfirmed }: { token: AccessToken; runConfirmed: RunConfirmed }) => {
  const created = useRelativeTime(token.createdAt);
  const used = useRelativeTime(token.lastUsedAt ?? token.createdAt);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          <bdi>{token.name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {kindLabels[token.kind]} · Created {created} ·{' '}
          {token.lastUsedAt ? `Last used ${used}` : 'Not used yet'}
        </p>
      </div>
      <ConfirmedButton
        size="s"
        aria-label={`Revoke ${token.name}`}
        runConfirmed={runConfirmed}
        action={() => revoke(token.id)}
      >
        Revoke
      </ConfirmedButton>
    </li>
  );
};

const TokenForm = ({ onCreated }: { onCreated: (token: NewToken) => void }) => {
  const { role } = useSignedInUser();
  const { runConfirmed, busy, confirmForm } = useRunConfirmed();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<AccessTokenKind>('read');
  const options = accessTokenKinds
    .filter((value) => value !== 'publish' || role === 'educator')
    .map((value) => ({ value, label: kindLabels[value] }));
  const create = async () => {
    onCreated(await callRoute(createAccessToken, { body: { kind, name } }));
    setName('');
    refresh();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void runConfirmed(create);
  };
  return (
    <>
      <form onSubmit={submit} className="mt-4 grid gap-4">
        <Field label="Name" hint="What will use it">
          <TextInput
            required
            maxLength={MAX_TOKEN_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <Field label="Kind">
          <Select
            options={options}
            value={kind}
            onChange={({ target }) => setKind(target.value as AccessTokenKind)}
          />
        </Field>
        <Button type="submit" busy={busy} className="justify-self-start">
          Create
        </Button>
      </form>
      {confirmForm}
    </>
  );
};

/** Tokens for the API and addresses of feeds: created, shown once, revoked. */
export const TokensSection = () => {
  const { runConfirmed } = useRunConfirmed();
  const [made, setMade] = useState<NewToken | null>(null);
  const query = useQuery({ ...routeQuery(listAccessTokens, {}), staleTime: 0 });
  const { data } = query;
  if (!data) return <PendingQuery query={query} label="Loading your tokens" />;
  return (
    <div data-focus-region="">
      <p className="text-sm text-pretty text-muted">
        For scripts and feed readers of yours. They end when you change your password or log out your other
        devices.
      </p>
      <ul aria-label="API tokens and feeds" className="divide-y divide-line-soft">
        {data.map((token) => (
          <Token key={token.id} token={token} runConfirmed={runConfirmed} />
        ))}
      </ul>
      {made && <Secret token={made} onDone={() => setMade(null)} />}
      <TokenForm onCreated={setMade} />
    </div>
  );
};
