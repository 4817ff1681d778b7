import { useId } from 'react';
import {
  type InviteeInput,
  invitePeople,
  listPeople,
  MAX_INVITATIONS,
  previewInvitations,
} from '../../contract/operator/people.ts';
import type { RouteResponse } from '../../contract/shared/route.ts';
import { PickFile } from '../media/pick-file.tsx';
import { invalidatePrefix } from '../shared/api/query-client.ts';
import { useSubmit } from '../shared/hooks/use-submit.ts';
import { useUnsaved } from '../shared/hooks/use-unsaved.ts';
import { Button } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { Field } from '../shared/ui/field.tsx';
import { FormError } from '../shared/ui/notice.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';
import { showToast } from '../shared/ui/toast.ts';
import type { Secret } from './operator-parts.tsx';
import { callOperator } from './operator-session.ts';

type Preview = RouteResponse<typeof previewInvitations>;
type OnLinks = (links: readonly Secret[]) => void;

const countPeople = (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`;

/** Links come back where no mail is set up. */
const invite = async (people: readonly InviteeInput[], onLinks: OnLinks): Promise<void> => {
  const invited = await callOperator(invitePeople, { body: { people: [...people] } });
  void invalidatePrefix(listPeople.path);
  const links = invited.flatMap(({ email, link }) => (link === null ? [] : { label: email, text: link }));
  if (links.length > 0) onLinks(links);
  else showToast({ title: `Invited ${countPeople(invited.length)}`, tone: 'success' });
};

const nobody: InviteeInput = { email: '', firstName: '', lastName: '' };

const OneForm = ({ onLinks }: { onLinks: OnLinks }) => {
  const [typed, setTyped, endTyped] = useUnsaved<InviteeInput>('operator:invite');
  const person = typed ?? nobody;
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    await invite([person], onLinks);
    endTyped(typed);
  });
  const renderField = (name: keyof InviteeInput, label: string, isOptional = true) => (
    <Field label={label} optional={isOptional} error={errors[name]}>
      <TextInput
        type={name === 'email' ? 'email' : 'text'}
        required={!isOptional}
        autoComplete="off"
        value={person[name]}
        onChange={({ target }) => setTyped({ ...person, [name]: target.value })}
      />
    </Field>
  );
  return (
    <form ref={form} onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        {renderField('email', 'Email', false)}
        {renderField('firstName', 'First name')}
        {renderField('lastName', 'Last name')}
      </div>
      <FormError>{errors.form ?? errors.people}</FormError>
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        Invite
      </Button>
    </form>
  );
};

/** What keeps a list from being invited. */
const findProblems = ({ rows, problems }: Preview): string[] => {
  const wrong = rows.filter(({ problem }) => problem !== null).length;
  if (rows.length + problems.length === 0) return ['Nobody is in this file.'];
  return [
    ...problems,
    ...(wrong > 0 ? [`Rows with a problem: ${wrong} of ${rows.length}. They come first below.`] : []),
  ];
};

const Rows = ({ rows }: Pick<Preview, 'rows'>) => (
  <section
    aria-label="Rows of the file"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    tabIndex={0}
    className="max-h-96 overflow-y-auto rounded-m border border-line px-4"
  >
    <ul className="divide-y divide-line-soft text-sm">
      {[...rows]
        .sort((a, b) => Number(a.problem === null) - Number(b.problem === null))
        .map(({ line, email, firstName, lastName, problem }) => (
          <li
            key={line}
            className="grid gap-x-4 py-2.5 wrap-anywhere sm:grid-cols-[4rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <span className="text-faint">Line {line}</span>
            <bdi>{email}</bdi>
            <bdi className="text-muted">{`${firstName} ${lastName}`}</bdi>
            {problem !== null && <p className="text-negative sm:col-span-2 sm:col-start-2">{problem}</p>}
          </li>
        ))}
    </ul>
  </section>
);

/** Null for another encoding. */
const decodeUtf8 = (bytes: ArrayBuffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};
const notUtf8: Preview = { rows: [], problems: ['This file is not UTF-8. Save it as “CSV UTF-8”.'] };

const ListForm = ({ onLinks }: { onLinks: OnLinks }) => {
  const [preview, setPreview] = useUnsaved<Preview>('operator:invitations');
  const hint = useId();
  const { form, errors, busy, onSubmit, run } = useSubmit(async () => {
    if (preview) await invite(preview.rows, onLinks);
    setPreview(null);
  });
  const read = (file: File) =>
    run(async () => {
      setPreview(null);
      const csv = decodeUtf8(await file.arrayBuffer());
      setPreview(csv === null ? notUtf8 : await callOperator(previewInvitations, { body: { csv } }));
    });
  const problems = preview ? findProblems(preview) : [];
  return (
    <form ref={form} onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <PickFile
        icon="plus"
        label="Choose a CSV file"
        accept=".csv,.txt,text/csv"
        aria-describedby={hint}
        onFile={(file) => void read(file)}
        className="justify-self-start border border-line px-5 font-medium"
      />
      <p id={hint} className="text-sm text-muted">
        The first row is <code className="wrap-anywhere">email,first_name,last_name</code>. Up to{' '}
        {MAX_INVITATIONS} people; more are added with{' '}
        <code className="wrap-anywhere">npm run admin -- users import FILE</code> on the server.
      </p>
      <FormError>{Object.values(errors)[0]}</FormError>
      {problems.map((problem) => (
        <FormError key={problem}>{problem}</FormError>
      ))}
      {preview && preview.rows.length > 0 && <Rows rows={preview.rows} />}
      {preview && problems.length === 0 && (
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          Invite {countPeople(preview.rows.length)}
        </Button>
      )}
    </form>
  );
};

/** Invites one customer, or all of a file. */
export const InvitePanel = ({ onLinks, onClose }: { onLinks: OnLinks; onClose: () => void }) => (
  <section aria-labelledby="invite" className={`${cardClass} mb-5 grid grid-cols-1 gap-5 p-4.5 sm:p-7`}>
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="invite" className="text-xl">
        Invite people
      </h2>
      <Button size="s" variant="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
    <OneForm onLinks={onLinks} />
    <hr className="border-line-soft" />
    <ListForm onLinks={onLinks} />
  </section>
);
