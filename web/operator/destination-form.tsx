import { useId, useState } from 'react';
import { EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import { markets } from '../../contract/ideas/markets.ts';
import { addDestination, listDestinations } from '../../contract/operator/system.ts';
import { destinationKinds, type OutwardEvent, outwardEvents } from '../../contract/outward/idea-posts.ts';
import type { RouteInput } from '../../contract/shared/route.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { invalidatePrefix } from '../shared/api/query-client.ts';
import { useSubmit } from '../shared/hooks/use-submit.ts';
import { useUnsaved } from '../shared/hooks/use-unsaved.ts';
import { Button } from '../shared/ui/button.tsx';
import { cardClass } from '../shared/ui/card-class.ts';
import { Field, FieldError } from '../shared/ui/field.tsx';
import { FormError } from '../shared/ui/notice.tsx';
import { Select } from '../shared/ui/select.tsx';
import { Switch } from '../shared/ui/switch.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';
import { showToast } from '../shared/ui/toast.ts';
import type { Secret } from './operator-parts.tsx';
import { callOperator } from './operator-session.ts';

export const eventLabels: Record<OutwardEvent, string> = {
  published: 'New ideas',
  changed: 'Changes',
  step: 'Steps',
  closed: 'Results',
  message: 'Messages of channels',
};

type Body = RouteInput<typeof addDestination>['body'];
type Values = Omit<Body, 'secret' | 'educators'> & {
  chat: string;
  educators: NonNullable<Body['educators']>;
};

const initialValues: Values = {
  kind: 'telegram',
  name: '',
  chat: '',
  events: ['published', 'changed', 'step', 'closed'],
  markets: [...markets],
  educators: [...EDUCATOR_IDS],
  showsLevels: true,
};

/** Several of a few, as checkboxes. */
const Choices = <V extends string>({
  legend,
  options,
  renderLabel = (option) => option,
  chosen,
  error,
  onChange,
}: {
  legend: string;
  options: readonly V[];
  renderLabel?: (option: V) => string;
  chosen: readonly V[];
  error: string | undefined;
  onChange: (chosen: V[]) => void;
}) => {
  const id = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error && id}>
      <legend className="text-sm font-medium text-muted">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label key={option} className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={chosen.includes(option)}
              onChange={({ target }) =>
                onChange(options.filter((one) => (one === option ? target.checked : chosen.includes(one))))
              }
            />
            {renderLabel(option)}
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
};

/** Adds a group or a program. What is typed stays when the session ends, but for the secret. */
export const DestinationForm = ({ onAdded }: { onAdded: (signingKey: Secret) => void }) => {
  const [typed, setTyped, endTyped] = useUnsaved<Values>('operator:destination');
  const [secret, setSecret] = useState('');
  const values = typed ?? initialValues;
  const set = (changes: Partial<Values>) => setTyped({ ...values, ...changes });
  const isTelegram = values.kind === 'telegram';
  const { form, errors, busy, onSubmit } = useSubmit(async () => {
    const chat = isTelegram ? values.chat : undefined;
    const educators = values.educators.length < EDUCATOR_IDS.length ? values.educators : null;
    const body = { ...values, chat, educators, secret };
    const { signingKey } = await callOperator(addDestination, { body });
    endTyped(typed);
    setSecret('');
    void invalidatePrefix(listDestinations.path);
    if (signingKey !== null) onAdded({ label: values.name, text: signingKey });
    else showToast({ title: 'Group added', description: 'Test it in the list.', tone: 'success' });
  });
  const renderText = (name: 'name' | 'chat', label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors[name]}>
      <TextInput
        required
        autoComplete="off"
        value={values[name]}
        onChange={({ target }) => set({ [name]: target.value })}
      />
    </Field>
  );
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      aria-labelledby="add-group"
      className={`${cardClass} grid grid-cols-1 gap-5 p-4.5 sm:p-7`}
    >
      <h2 id="add-group" className="text-xl">
        Add a group
      </h2>
      <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
        <Field label="Kind">
          <Select
            options={destinationKinds.map((value) => ({ value, label: capitalise(value) }))}
            value={values.kind}
            onChange={({ target }) => set({ kind: target.value as Values['kind'] })}
          />
        </Field>
        {renderText('name', 'Name', 'As it is called on this page')}
        {isTelegram && renderText('chat', 'Chat', 'Such as @my_group or -1001234567890')}
        <Field
          label={isTelegram ? 'Token of the bot' : 'Address of the webhook'}
          hint="It is stored encrypted and never shown again"
          error={errors.secret}
        >
          <TextInput
            type="password"
            required
            autoComplete="off"
            value={secret}
            onChange={({ target }) => setSecret(target.value)}
          />
        </Field>
      </div>
      <Choices
        legend="What is posted"
        options={outwardEvents}
        renderLabel={(event) => eventLabels[event]}
        chosen={values.events}
        error={errors.events}
        onChange={(events) => set({ events })}
      />
      <Choices
        legend="Markets"
        options={markets}
        chosen={values.markets}
        error={errors.markets}
        onChange={(chosen) => set({ markets: chosen })}
      />
      <Choices
        legend="Educators"
        options={EDUCATOR_IDS}
        renderLabel={(id) => `Educator ${id}`}
        chosen={values.educators}
        error={errors.educators}
        onChange={(educators) => set({ educators })}
      />
      <div className="max-w-80">
        <Switch
          label="With levels"
          checked={values.showsLevels}
          onChange={(showsLevels) => set({ showsLevels })}
        />
      </div>
      <FormError>{errors.form}</FormError>
      <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
        Add group
      </Button>
    </form>
  );
};
