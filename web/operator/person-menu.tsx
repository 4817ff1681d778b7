import { type FormEvent, useState } from 'react';
import {
  actOnPerson,
  listPeople,
  type OperatorPerson,
  type PersonAction,
  personActions,
} from '../../contract/operator/people.ts';
import { dropInvisible } from '../../contract/shared/text.ts';
import { invalidatePrefix } from '../shared/api/query-client.ts';
import { useLast } from '../shared/hooks/use-last.ts';
import { Button } from '../shared/ui/button.tsx';
import { ConfirmDialog, Dialog } from '../shared/ui/dialog.tsx';
import { Field } from '../shared/ui/field.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { Menu } from '../shared/ui/menu.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';
import { showToast } from '../shared/ui/toast.ts';
import type { Secret } from './operator-parts.tsx';
import { callOperator, useAction } from './operator-session.ts';

type Action = {
  label: string;
  /** Of the toast. */
  done: string;
  isFor: (person: OperatorPerson) => boolean;
  /** Asked first: the question, the button, and what will happen. */
  confirm?: { title: string; button: string; consequence: string };
};

const isActive = ({ state }: OperatorPerson) => state === 'active';
const isInvited = ({ state }: OperatorPerson) => state === 'invited';

const actions: Record<PersonAction, Action> = {
  invite: { label: 'Invite again', done: 'Invited', isFor: isInvited },
  revokeInvitation: {
    label: 'Revoke invitation',
    done: 'Invitation revoked',
    isFor: (person) => isInvited(person) && ['waiting', 'open'].includes(person.invitation ?? ''),
  },
  sendReset: { label: 'Send password link', done: 'Link sent', isFor: isActive },
  resetSecondFactor: {
    label: 'Reset second factor',
    done: 'Second factor reset',
    isFor: (person) => isActive(person) && person.hasSecondFactor,
    confirm: {
      title: 'Reset the second factor?',
      button: 'Reset',
      consequence:
        'Codes and passkeys are removed and all devices logged out. The password alone is enough then, so make sure that it is really them who ask.',
    },
  },
  endSessions: {
    label: 'End sessions',
    done: 'Sessions ended',
    isFor: isActive,
    confirm: {
      title: 'End all sessions?',
      button: 'End sessions',
      consequence: 'All devices are logged out. They can sign in again.',
    },
  },
  disable: {
    label: 'Disable',
    done: 'Account disabled',
    isFor: ({ state }) => state !== 'disabled',
    confirm: {
      title: 'Disable this account?',
      button: 'Disable',
      consequence:
        'All devices are logged out, and nobody can sign in until you enable the account again. What it published stays.',
    },
  },
  enable: { label: 'Enable', done: 'Account enabled', isFor: ({ state }) => state === 'disabled' },
  delete: {
    label: 'Delete',
    done: 'Account deleted',
    isFor: () => true,
    confirm: {
      title: 'Delete this account?',
      button: 'Delete',
      consequence:
        'The account and everything that belongs to it is deleted for good. Only earlier backups still contain it.',
    },
  },
};

type DeleteDialogProps = {
  email: string;
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onDelete: () => void;
};

/** The address is typed, because nothing brings the account back. */
const DeleteDialog = ({ email, open, busy, onClose, onDelete }: DeleteDialogProps) => {
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDelete();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="s"
      title={actions.delete.confirm?.title ?? ''}
      description={actions.delete.confirm?.consequence}
    >
      <form onSubmit={submit} className="grid gap-5 pt-1">
        <Field
          label={
            <span className="wrap-anywhere">
              Type <bdi className="text-text">{email}</bdi>
            </span>
          }
        >
          <TextInput
            type="email"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            busy={busy}
            disabled={dropInvisible(typed).toLowerCase() !== email.toLowerCase()}
          >
            Delete
          </Button>
        </div>
      </form>
    </Dialog>
  );
};

/** What makes sense for this account now. */
export const PersonMenu = ({
  person,
  onLink,
}: {
  person: OperatorPerson;
  onLink: (link: Secret) => void;
}) => {
  const { id, email } = person;
  const [asking, setAsking] = useState<PersonAction | null>(null);
  const asked = useLast(asking);
  const { mutate, isPending } = useAction(
    (action: PersonAction) => callOperator(actOnPerson, { params: { id }, body: { action } }),
    ({ link, endedSessions }, action) => {
      setAsking(null);
      void invalidatePrefix(listPeople.path);
      if (link !== null) return onLink({ label: email, text: link });
      const ended = endedSessions > 0 && action !== 'delete' ? ` · Sessions ended: ${endedSessions}` : '';
      showToast({ title: actions[action].done, description: email + ended, tone: 'success' });
    },
  );
  const items = personActions
    .filter((action) => actions[action].isFor(person))
    .map((action) => ({
      label: actions[action].label,
      disabled: isPending,
      parted: action === 'disable' || action === 'enable',
      onSelect: () => (actions[action].confirm ? setAsking(action) : mutate(action)),
    }));
  const { title = '', button = '', consequence } = (asked && actions[asked].confirm) ?? {};
  const close = () => setAsking(null);
  return (
    <div className="relative -mr-2 shrink-0">
      <Menu
        label={`Actions for ${email}`}
        items={items}
        className="inline-flex h-9 items-center gap-0.5 rounded-[10px] pr-1 pl-2 text-sm font-medium whitespace-nowrap text-muted hover:bg-raised hover:text-text pointer-coarse:h-11"
      >
        <span className="max-sm:sr-only">Actions</span>
        <Icon name="down" size={16} className={isPending ? 'animate-breathe' : ''} />
      </Menu>
      <ConfirmDialog
        open={asking !== null && asking !== 'delete'}
        onOpenChange={close}
        title={title}
        description={
          <>
            <bdi className="block font-medium wrap-anywhere text-text">{email}</bdi>
            {consequence}
          </>
        }
        confirmLabel={button}
        busy={isPending}
        onConfirm={() => asking && mutate(asking)}
      />
      <DeleteDialog
        email={email}
        open={asking === 'delete'}
        busy={isPending}
        onClose={close}
        onDelete={() => mutate('delete')}
      />
    </div>
  );
};
