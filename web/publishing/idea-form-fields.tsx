import type { ComponentProps } from 'react';
import { ideaTypes, MAX_PAIR, MAX_TIME_FRAME } from '../../contract/ideas/ideas.ts';
import { type LevelField, levelFields } from '../../contract/ideas/levels.ts';
import { markets } from '../../contract/ideas/markets.ts';
import { MAX_IDEA_NOTES } from '../../contract/publishing/idea-writing.ts';
import { disclosureLabels } from '../ideas/disclosure.ts';
import { fieldTitle } from '../ideas/idea-fields.ts';
import type { FormField } from '../ideas/idea-form-values.ts';
import { knownPairs, knownTimeFrames } from '../ideas/known-instruments.ts';
import { MediaFields } from '../media/media-fields.tsx';
import { readPrice } from '../shared/decimal-input.ts';
import { DirectionArrow } from '../shared/ui/direction-chip.tsx';
import { Field, FieldError } from '../shared/ui/field.tsx';
import { echoNumber } from '../shared/ui/number-echo.tsx';
import { Segmented } from '../shared/ui/segmented.tsx';
import { Select, toOptions } from '../shared/ui/select.tsx';
import { TextArea, TextInput } from '../shared/ui/text-input.tsx';
import type { useIdeaForm } from './use-idea-form.ts';

type IdeaForm = ReturnType<typeof useIdeaForm>['fields'] & { busy: boolean };

const third = 'col-span-6 @min-[34rem]:col-span-2';
const half = 'col-span-6 @min-[24rem]:col-span-3';

/** Marked by CSS with an empty alternative: screen readers hear "required" from the field. */
const RequiredLabel = ({ text }: { text: string }) => (
  <span className="after:text-accent after:content-['_*'_/_'']">{text}</span>
);

const getFieldProps = (
  { values, required, errors, set, leave, busy, explainLock }: IdeaForm,
  name: Exclude<FormField, 'image_urls'>,
) => {
  const isRequired = (required as readonly FormField[]).includes(name);
  const lock = explainLock(name);
  return {
    field: {
      label: isRequired ? <RequiredLabel text={fieldTitle(name)} /> : fieldTitle(name),
      error: errors[name],
      hint: lock,
      optional: !isRequired,
    },
    input: {
      name,
      value: values[name],
      required: isRequired,
      autoComplete: 'off',
      // Input during the request would be lost.
      readOnly: busy || lock !== null,
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
      onBlur: () => leave(name),
    },
  };
};

const SuggestionField = ({
  form,
  name,
  options,
  maxLength,
  placeholder,
}: {
  form: IdeaForm;
  name: 'pair' | 'time_frame';
  options: readonly string[];
  maxLength: number;
  placeholder: string;
}) => {
  const { field, input } = getFieldProps(form, name);
  return (
    <Field {...field} className={third}>
      <TextInput
        {...input}
        list={`${name}-suggestions`}
        maxLength={maxLength}
        placeholder={placeholder}
        autoCapitalize={name === 'pair' ? 'characters' : 'none'}
        spellCheck={false}
      />
      <datalist id={`${name}-suggestions`}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </Field>
  );
};

/** A choice; a locked one keeps its only option. */
const ChoiceField = <N extends 'order_type' | 'idea_type' | 'market_type'>({
  form,
  name,
  options,
  className,
}: {
  form: IdeaForm;
  name: N;
  options: ComponentProps<typeof Segmented<IdeaForm['values'][N]>>['options'];
  className: string;
}) => {
  const value = form.values[name];
  const error = form.errors[name];
  const lock = form.explainLock(name);
  return (
    <Segmented
      className={className}
      label={fieldTitle(name)}
      options={options.filter((option) => !lock || option.value === value)}
      value={value}
      note={error ? <FieldError id={`${name}-error`} error={error} /> : lock}
      onChange={(chosen) => form.set(name, chosen)}
    />
  );
};

const entry = 'col-span-6 @min-[17rem]:col-span-3 @min-[34rem]:col-span-2';
const laterExit = 'col-span-6 @min-[17rem]:col-span-3 @min-[24rem]:col-span-2';
const levelWidths: Record<LevelField, string> = {
  entry_1: entry,
  entry_2: entry,
  invalidation_level: third,
  exit_1: 'col-span-6 @min-[24rem]:col-span-2',
  exit_2: laterExit,
  exit_3: laterExit,
};

const LevelInput = ({ form, name }: { form: IdeaForm; name: LevelField }) => {
  const { field, input } = getFieldProps(form, name);
  const echo = echoNumber(input.value, {
    reading: readPrice(input.value),
    onChoose: (price) => form.set(name, price),
  });
  return (
    <Field {...field} hint={echo} className={levelWidths[name]}>
      <TextInput {...input} inputMode="decimal" spellCheck={false} className="tabular-nums" />
    </Field>
  );
};

const disclosureOptions = Object.entries(disclosureLabels).map(([value, label]) => ({ value, label }));

/** A select cannot be read-only: during the request a choice is ignored. */
const DisclosureField = ({ form }: { form: IdeaForm }) => {
  const { field, input } = getFieldProps(form, 'disclosure');
  const { readOnly, onChange, ...rest } = input;
  return (
    <Field
      {...field}
      hint={
        input.required
          ? 'Required on every new idea. Customers see your answer.'
          : 'Customers see your answer with the idea.'
      }
      className="col-span-6 @min-[34rem]:col-span-3"
    >
      <Select {...rest} options={disclosureOptions} onChange={(event) => !readOnly && onChange(event)} />
    </Field>
  );
};

const orientations = [
  {
    value: 'BUY' as const,
    tone: 'positive' as const,
    label: (
      <>
        <DirectionArrow order="BUY" /> Bullish
      </>
    ),
  },
  {
    value: 'SELL' as const,
    tone: 'negative' as const,
    label: (
      <>
        <DirectionArrow order="SELL" /> Bearish
      </>
    ),
  },
];

/** Every field of an idea (SPEC §2). */
export const IdeaFormFields = ({ form }: { form: IdeaForm }) => {
  const notes = getFieldProps(form, 'notes');
  return (
    // Keeps the focused field clear of the sticky bar on small screens.
    <div className="@container max-lg:[&_:is(input,select,textarea,button)]:scroll-mb-36">
      <p aria-hidden="true" className="mb-3 text-xs text-faint">
        * Required
      </p>
      <div className="grid grid-cols-6 gap-x-4 gap-y-5">
        <SuggestionField
          form={form}
          name="pair"
          options={knownPairs}
          maxLength={MAX_PAIR}
          placeholder="EUR/USD"
        />
        <SuggestionField
          form={form}
          name="time_frame"
          options={knownTimeFrames}
          maxLength={MAX_TIME_FRAME}
          placeholder="4H"
        />
        <ChoiceField form={form} name="order_type" options={orientations} className={third} />
        <ChoiceField form={form} name="idea_type" options={toOptions(ideaTypes)} className={half} />
        <ChoiceField form={form} name="market_type" options={toOptions(markets)} className={half} />
        {levelFields.map((name) => (
          <LevelInput key={name} form={form} name={name} />
        ))}
        <Field {...notes.field} className="col-span-6">
          <TextArea
            {...notes.input}
            // Browsers only scroll the caret into view, which leaves it under the sticky bar.
            onFocus={(event) => event.target.scrollIntoView({ block: 'nearest' })}
            rows={5}
            maxLength={MAX_IDEA_NOTES}
            placeholder="Why this trade, and what would prove you wrong?"
          />
        </Field>
        <DisclosureField form={form} />
        <div className="col-span-6">
          <MediaFields
            key={form.round}
            values={form.values}
            errors={form.errors}
            onChange={form.setMedia}
            onBusy={form.setMediaBusy}
          />
        </div>
      </div>
    </div>
  );
};
