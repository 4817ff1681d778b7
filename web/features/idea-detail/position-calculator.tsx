import { useState } from 'react';
import type { Idea } from '../../entities/idea/idea-model.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Field } from '../../shared/ui/field.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { grouped, money, type PositionField, readPosition } from './position-size-values.ts';

const labels: Record<PositionField, string> = {
  account: 'Account size',
  riskPercent: 'Risk in %',
  entry: 'Entry',
  stop: 'Stop',
};

/** "USD" of EUR/USD; other names do not tell what they are quoted in. */
const quoteCurrency = (pair: string): string | null => /^[A-Z]{3,5}\/([A-Z]{3,5})$/.exec(pair)?.[1] ?? null;

/** Account and risk are one's own and stay on this device; entry and stop begin as the idea's. */
const usePositionTexts = (idea: Idea) => {
  const [own, keep] = useStored(storageKeys.positionSize(useSignedInUser().id));
  const [levels, setLevels] = useState({ entry: idea.entry1, stop: idea.invalidationLevel });
  const type = (field: PositionField, text: string) => {
    if (field === 'account' || field === 'riskPercent') keep({ ...own, [field]: text });
    else setLevels({ ...levels, [field]: text });
  };
  return { texts: { ...own, ...levels }, type };
};

const Result = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold tracking-tight wrap-anywhere tabular-nums">{value}</dd>
  </div>
);

/** How large a position loses how much at the stop: arithmetic to learn by, done on this device. */
export const PositionCalculator = ({ idea }: { idea: Idea }) => {
  const { texts, type } = usePositionTexts(idea);
  const { size, hints, sameLevel } = readPosition(texts);
  const currency = quoteCurrency(idea.pair);
  const unit = currency ? ` ${currency}` : '';
  return (
    <section aria-label="Position size" className="rounded-m border border-line-soft p-4 sm:p-5">
      <h3 className="text-lg">Position size</h3>
      <p className="mt-1 text-sm text-pretty text-muted">
        {`For learning only, not advice. It reckons in ${currency ?? 'the currency the pair is quoted in'}, without spread, fees and leverage.`}
      </p>
      <div className="mt-4 grid grid-cols-2 gap-3">
        {(Object.keys(labels) as PositionField[]).map((field) => (
          <Field key={field} label={labels[field]} error={hints[field]}>
            <TextInput
              value={texts[field]}
              inputMode="decimal"
              autoComplete="off"
              placeholder={field === 'account' ? '10000' : undefined}
              onChange={(event) => type(field, event.target.value)}
              className="tabular-nums"
            />
          </Field>
        ))}
      </div>
      <div aria-live="polite" className="mt-4 min-h-14">
        {size ? (
          <dl className="grid grid-cols-2 gap-x-3 gap-y-2">
            <Result name="Size in units" value={grouped(size.units)} />
            <Result name="Money at risk" value={`${money(size.moneyAtRisk)}${unit}`} />
            <Result name="Worth at entry" value={`${money(size.value)}${unit}`} />
          </dl>
        ) : (
          <p className="text-sm text-muted">
            {sameLevel
              ? 'Entry and stop are the same price: no size would limit the loss.'
              : 'Fill in the four fields to see the size.'}
          </p>
        )}
      </div>
    </section>
  );
};
