import { type ComponentProps, useState } from 'react';
import { Term, TermIdea } from '../../entities/glossary/term.tsx';
import { TermList } from '../../entities/glossary/term-list.tsx';
import { type Idea, toTermNumbers } from '../../entities/idea/idea-model.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { formatAmount, formatGrouped, formatMoney, quoteCurrency } from '../../shared/amounts.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Field } from '../../shared/ui/field.tsx';
import { echoNumber } from '../../shared/ui/number-echo.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import { computePosition, type PositionField } from './compute-position.ts';

const labels: Record<PositionField, string> = {
  account: 'Account size',
  riskPercent: 'Risk per trade (%)',
  entry: 'Entry',
  stop: 'Invalidation (stop)',
};

/** Account and risk are stored on this device; entry and invalidation follow the idea until they are typed. */
const usePositionInputs = (idea: Idea) => {
  const [stored, setStored] = useStored(storageKeys.positionSize(useSignedInUser().id));
  const [typed, setTyped] = useState<{ entry?: string; stop?: string }>({});
  const setInput = (field: PositionField, text: string) => {
    if (field === 'account' || field === 'riskPercent') setStored({ ...stored, [field]: text });
    else setTyped({ ...typed, [field]: text });
  };
  return { inputs: { ...stored, entry: idea.entry1, stop: idea.invalidationLevel, ...typed }, setInput };
};

const Result = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold tracking-tight wrap-anywhere tabular-nums">{value}</dd>
  </div>
);

const calculatorTerms: ComponentProps<typeof TermList>['terms'] = [
  ['Account risk', 'account-risk'],
  ['Risk', 'risk'],
  ['Quote currency', 'quote-currency'],
  ['Spread', 'spread'],
  ['Slippage', 'slippage'],
];

const describeMissing = (account: string, isSamePrice: boolean): string => {
  if (isSamePrice) return 'Entry and invalidation are the same price, so there is no risk to size.';
  return account.trim()
    ? 'Complete the fields above to see the position size.'
    : 'Enter your account size to see the position size.';
};

/** Computes the position size for a given risk, in the browser only. */
export const PositionCalculator = ({ idea }: { idea: Idea }) => {
  const { inputs, setInput } = usePositionInputs(idea);
  const { size, readings, isSamePrice } = computePosition(inputs);
  const currency = quoteCurrency(idea.pair);
  const unit = currency ? ` ${currency}` : '';
  const getError = (field: PositionField) => {
    const reading = readings[field];
    return reading && 'error' in reading ? reading.error : undefined;
  };
  const echo = (field: PositionField) => {
    const reading = readings[field];
    if (!reading) return undefined;
    return echoNumber(field === 'riskPercent' ? inputs[field].replace('%', '') : inputs[field], {
      reading,
      onChoose: (value) => setInput(field, value),
      ...(field === 'account' && { format: (value) => formatAmount(value, currency) }),
    });
  };
  return (
    <section aria-label="Position size" className="rounded-m border border-line-soft p-4 sm:p-5">
      <TermIdea value={toTermNumbers(idea)}>
        <h3 className="text-lg">
          <Term slug="position-size">Position size</Term>
        </h3>
        <p className="mt-1 text-sm text-pretty text-muted">
          {`For learning only, not advice. Amounts in ${currency ?? 'the quote currency'}, before spread, fees and leverage.`}
        </p>
        <TermList terms={calculatorTerms} label="Words of the calculator" className="mt-3" />
      </TermIdea>
      <div className="mt-4 grid grid-cols-2 gap-3">
        {(Object.keys(labels) as PositionField[]).map((field) => (
          <Field key={field} label={labels[field]} error={getError(field)} hint={echo(field)}>
            <TextInput
              value={inputs[field]}
              inputMode="decimal"
              autoComplete="off"
              placeholder={field === 'account' ? '10000' : undefined}
              onChange={(event) => setInput(field, event.target.value)}
              className="tabular-nums"
            />
          </Field>
        ))}
      </div>
      <div aria-live="polite" className="mt-4 min-h-14">
        {size ? (
          <dl className="grid grid-cols-2 gap-x-3 gap-y-2">
            <Result name="Position size (units)" value={formatGrouped(size.units)} />
            <Result name="Amount at risk" value={`${formatMoney(size.moneyAtRisk)}${unit}`} />
            <Result name="Position value" value={`${formatMoney(size.value)}${unit}`} />
          </dl>
        ) : (
          <p className="text-sm text-muted">{describeMissing(inputs.account, isSamePrice)}</p>
        )}
      </div>
    </section>
  );
};
