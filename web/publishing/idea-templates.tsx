import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatOrientation } from '../../contract/ideas/ideas.ts';
import { formatTimeFrame } from '../../contract/ideas/time-frames.ts';
import {
  type IdeaTemplate,
  listTemplates,
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATES,
  putTemplates,
} from '../../contract/publishing/idea-templates.ts';
import { isolateDirection } from '../../contract/shared/text.ts';
import type { IdeaFormValues } from '../ideas/idea-form-values.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { routeQuery } from '../shared/api/route-query.ts';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { Field } from '../shared/ui/field.tsx';
import { FormError } from '../shared/ui/notice.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { TextInput } from '../shared/ui/text-input.tsx';

const queryKey = [listTemplates.path];

const toTemplate = (name: string, values: IdeaFormValues): IdeaTemplate => {
  const { pair, time_frame, order_type, idea_type, market_type, notes } = values;
  return { name, pair, time_frame, order_type, idea_type, market_type, notes };
};

const Template = ({
  template: { name, pair, time_frame, order_type, notes },
  busy,
  onUse,
  onRemove,
}: {
  template: IdeaTemplate;
  busy: boolean;
  onUse: () => void;
  onRemove: () => void;
}) => (
  <li className="flex flex-wrap items-center justify-between gap-3 py-3">
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {[
          pair && isolateDirection(pair),
          time_frame && formatTimeFrame(time_frame),
          formatOrientation(order_type),
          notes && 'with notes',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
    <div className="flex gap-2">
      <Button size="s" aria-label={`Remove ${name}`} disabled={busy} onClick={onRemove}>
        Remove
      </Button>
      <Button size="s" variant="primary" aria-label={`Use ${name}`} onClick={onUse}>
        Use
      </Button>
    </div>
  </li>
);

/** What is typed becomes a template, or replaces the one with this name. */
const SaveForm = ({
  busy,
  onSave,
}: {
  busy: boolean;
  onSave: (name: string, onSaved: () => void) => void;
}) => {
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(name.trim(), () => setName(''));
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-3">
      <div className="min-w-[min(10rem,100%)] flex-1">
        <Field label="Name of a new template" hint="Keeps what is in the form now, without levels and media">
          <TextInput
            required
            maxLength={MAX_TEMPLATE_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </div>
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  );
};

const TemplateList = ({
  values,
  onUse,
}: {
  values: IdeaFormValues;
  onUse: (template: IdeaTemplate) => void;
}) => {
  const query = useQuery({ ...routeQuery(listTemplates, {}), staleTime: 0 });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (templates: IdeaTemplate[]) => callRoute(putTemplates, { body: { templates } }),
    onSuccess: (stored) => queryClient.setQueryData(queryKey, stored),
  });
  const { data } = query;
  if (!data) return <PendingQuery query={query} label="Loading your templates" />;
  const without = (name: string) => data.filter((template) => template.name !== name);
  return (
    <>
      <ul aria-label="Templates" className="divide-y divide-line-soft">
        {data.map((template) => (
          <Template
            key={template.name}
            template={template}
            busy={isPending}
            onUse={() => onUse(template)}
            onRemove={() => mutate(without(template.name))}
          />
        ))}
      </ul>
      <FormError>{error?.message}</FormError>
      {data.length < MAX_TEMPLATES ? (
        <SaveForm
          busy={isPending}
          onSave={(name, onSuccess) => mutate([...without(name), toTemplate(name, values)], { onSuccess })}
        />
      ) : (
        <p className="mt-3 text-sm text-muted">
          You have {MAX_TEMPLATES} templates. Remove one to save another.
        </p>
      )}
    </>
  );
};

/** What new ideas of this educator may begin with. Outside of the form: its own form must not send the idea. */
export const TemplatesDialog = ({
  open,
  onOpenChange,
  values,
  onUse,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  values: IdeaFormValues;
  onUse: (name: string, values: Omit<IdeaTemplate, 'name'>) => void;
}) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Templates">
    <TemplateList
      values={values}
      onUse={({ name, ...template }) => {
        onUse(name, template);
        onOpenChange(false);
      }}
    />
  </Dialog>
);
