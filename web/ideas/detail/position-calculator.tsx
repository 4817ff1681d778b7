import { type ComponentProps, useState } from 'react';
import { useSignedInUser } from '../../account/session/current-user.ts';
import { Term, TermIdea } from '../../glossary/term.tsx';
import { TermSentence } from '../../glossary/term-sentence.tsx';
import { formatAmount, formatGrouped, formatMoney, quoteCurrency } from '../../shared/amounts.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Field } from '../../shared/ui/field.tsx';
import { echoNumber } from '../../shared/ui/number-echo.tsx';
import { TextInput } from '../../shared/ui/text-input.tsx';
import type { Idea } from '../idea-model.ts';
import { computePosition, defaultLotSize, type PositionField } from './compute-position.ts';

const labels: Record<PositionField, string> = {
  account: 'Account size',
  riskPercent: 'Risk per trade (%)',
  entry: 'Entry',
  stop: 'Invalidation (stop)',
  lot: 'Contract size (units per lot)',
};

/** Account and risk are stored on this device; entry, invalidation and contract size follow the idea until they are typed. */
const usePositionInputs = (idea: Idea) => {
  const [stored, setStored] = useStored(storageKeys.positionSize(useSignedInUser().id));
  const [typed, setTyped] = useState<{ entry?: string; stop?: string; lot?: string }>({});
  const setInput = (field: PositionField, text: string) => {
    if (field === 'account' || field === 'riskPercent') setStored({ ...stored, [field]: text });
    else setTyped({ ...typed, [field]: text });
  };
  const lot = defaultLotSize(idea.market_type, idea.pair);
  return {
    inputs: { ...stored, entry: idea.entry_1, stop: idea.invalidation_level, lot, ...typed },
    setInput,
  };
};

const Result = ({ name, value }: { name: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="text-xl font-semibold tracking-tight wrap-anywhere tabular-nums">{value}</dd>
  </div>
);

const calculatorTerms: ComponentProps<typeof TermSentence>['terms'] = [
  ['quote currency', 'quote-currency'],
  ['spread', 'spread'],
  ['slippage', 'slippage'],
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
  const { size, lots, readings, isSamePrice } = computePosition(inputs);
  const fields = (Object.keys(labels) as PositionField[]).filter(
    (field) => field !== 'lot' || idea.market_type === 'Forex',
  );
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
      <TermIdea value={idea}>
        <h3 className="text-lg">
          <Term slug="position-size">Position size</Term>
        </h3>
        <p className="mt-1 text-sm text-pretty text-muted">
          <TermSentence
            text={`For learning only, not advice. Amounts in the quote currency${currency ? ` (${currency})` : ''}, before spread, slippage, fees and leverage.`}
            terms={calculatorTerms}
          />
        </p>
      </TermIdea>
      <div className="mt-4 grid grid-cols-2 gap-3 max-[19rem]:grid-cols-1">
        {fields.map((field) => (
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
          <dl className="grid grid-cols-2 gap-x-3 gap-y-2 max-[19rem]:grid-cols-1">
            {lots && <Result name="Standard lots" value={lots.gt(0) ? formatGrouped(lots) : 'Below 0.01'} />}
            <Result name={lots ? 'Units' : 'Position size (units)'} value={formatGrouped(size.units)} />
            {lots && (
              <Result
                name="Mini / micro lots"
                value={`${formatGrouped(lots.times(10))} / ${formatGrouped(lots.times(100))}`}
              />
            )}
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
