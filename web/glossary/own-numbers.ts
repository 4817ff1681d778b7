import Big from 'big.js';
import { formatR, getPlan, type Levels, levelNames, riskReward } from '../../contract/ideas/levels.ts';
import { positionSize } from '../../contract/ideas/position-size.ts';
import { capitalise } from '../../contract/shared/text.ts';
import { formatAmount, formatGrouped, formatMoney, quoteCurrency } from '../shared/amounts.ts';
import { readAmount } from '../shared/decimal-input.ts';
import { formatRiskReward } from '../shared/level-text.ts';
import type { TermNumbers, TermSlug } from './glossary.ts';

/** The account of the position calculator, as typed there. */
type Account = { account: string; riskPercent: string };

/** What examples use until somebody has typed their own. */
const EXAMPLE: Account = { account: '10000', riskPercent: '1' };

type Numbers = TermNumbers & {
  plan: Levels;
  /** Distance from entry 1 to invalidation in the plan; positive. */
  risk: Big;
  result: NonNullable<ReturnType<typeof riskReward>>;
  account: Account;
  currency: string | null;
};

const distance = (from: string, to: string): Big => new Big(from).minus(to).abs();

const name = (level: keyof typeof levelNames) => levelNames[level].toLowerCase();

/** "1.0842 − 1.0755 = 0.0087", the higher price first. */
const subtract = (a: string, b: string): string => {
  const [high, low] = new Big(a).gt(b) ? [a, b] : [b, a];
  return `${high} − ${low} = ${distance(a, b).toFixed()}`;
};

const computeSize = ({ entry_1, invalidation_level, account }: Numbers) =>
  positionSize({ ...account, entry: entry_1, stop: invalidation_level });

/** "With $10,000 and 1% at risk". */
const withAccount = ({ account, currency }: Numbers) =>
  `With ${formatAmount(account.account, currency)} and ${account.riskPercent}% at risk`;

const money = (value: Big, currency: string | null) => formatAmount(value.round(2).toFixed(), currency);

const describeMoney = (numbers: Numbers): string[] => {
  const size = computeSize(numbers);
  return size ? [`${withAccount(numbers)}, 1R is ${money(size.moneyAtRisk, numbers.currency)}.`] : [];
};

const describeRisk = (numbers: Numbers): string[] => [
  `Risk is ${subtract(numbers.plan.entry_1, numbers.plan.invalidation_level)}.`,
  ...describeMoney(numbers),
];

const describeExits = ({ result }: Numbers): string =>
  result.exits.map(({ name: exit, price, r }) => `${name(exit)} at ${price} is ${formatR(r)}`).join(', ');

const isSamePrice = (a: string, b: string): boolean => new Big(a).eq(b);

/** A moved level is still −1R on the ladder, because R is that of the plan. */
const describeInvalidation = ({ plan, risk, ...levels }: Numbers): string[] => {
  const side = levels.order_type === 'BUY' ? 'below' : 'above';
  const [now, published] = [levels.invalidation_level, plan.invalidation_level];
  if (isSamePrice(now, published) && isSamePrice(levels.entry_1, plan.entry_1))
    return [
      `Here it is ${now}, ${risk.toFixed()} from entry 1. If price breaks ${side} it, the idea is wrong.`,
    ];
  return [
    `Here it is ${now}${isSamePrice(now, published) ? '' : `, moved from ${published}`}. If price breaks ${side} it, the idea is wrong.`,
    `It is still shown as −1R: 1R is locked at ${subtract(plan.entry_1, published)}.`,
  ];
};

const describeR = (numbers: Numbers): string[] => [
  `1R is ${subtract(numbers.plan.entry_1, numbers.plan.invalidation_level)}. ${capitalise(describeExits(numbers))}.`,
  ...describeMoney(numbers),
];

const describeRiskReward = ({ plan, risk }: Numbers): string[] => {
  const last = plan.exit_3 ?? plan.exit_2 ?? plan.exit_1;
  return [
    `The risk is ${risk.toFixed()} and the last exit is ${distance(last, plan.entry_1).toFixed()} away, so risk/reward is ${formatRiskReward(plan)}.`,
  ];
};

const describeScalingOut = (numbers: Numbers): string[] => {
  const { exits } = numbers.result;
  if (exits.length === 1) return ['This idea has one exit, so there is nothing to scale out of.'];
  const average = exits.reduce((sum, { r }) => sum.plus(r), new Big(0)).div(exits.length);
  return [
    `${capitalise(describeExits(numbers))}. An equal share at each would make ${formatR(average)} if all are reached.`,
  ];
};

const describePositionSize = (numbers: Numbers): string[] => {
  const size = computeSize(numbers);
  if (!size) return [];
  const base = numbers.pair.split('/')[0];
  return [
    `${withAccount(numbers)}: ${money(size.moneyAtRisk, numbers.currency)} ÷ ${size.riskPerUnit.toFixed()} = ${formatGrouped(size.units)} ${numbers.currency ? base : 'units'}.`,
  ];
};

const describeLeverage = (numbers: Numbers): string[] => {
  const size = computeSize(numbers);
  if (!size) return [];
  const times = size.value.div(numbers.account.account);
  return [
    `${withAccount(numbers)}, this position is worth ${formatMoney(size.value)}${numbers.currency ? ` ${numbers.currency}` : ''}: ${times.toFixed(1)} times the account.`,
  ];
};

const describeBaseline = ({ result: { exits } }: Numbers): string[] => {
  const r = exits[0]?.r;
  if (!r?.gt(0)) return [];
  const chance = new Big(100).div(r.plus(1)).toFixed(0);
  return [`Exit 1 is ${r.toFixed(2)}R away here: 1 ÷ (1 + ${r.toFixed(2)}) is about ${chance}%.`];
};

const describeEntry = ({ plan, ...levels }: Numbers) =>
  isSamePrice(levels.entry_1, plan.entry_1)
    ? [`Entry 1 is ${levels.entry_1} here. Risk and R are measured from it.`]
    : [
        `Entry 1 is ${levels.entry_1} here, moved from ${plan.entry_1}. Risk and R are still measured from ${plan.entry_1}.`,
      ];

const describeSecondEntry = (levels: Numbers) =>
  levels.entry_2
    ? [`Here it is ${levels.entry_2}, ${distance(levels.entry_1, levels.entry_2).toFixed()} from entry 1.`]
    : [];

const describeDirection = (levels: Numbers) => [
  `This idea expects price to ${levels.order_type === 'BUY' ? 'rise' : 'fall'} from ${levels.entry_1} to ${levels.exit_1}.`,
];

const describers: Partial<Record<TermSlug, (numbers: Numbers) => string[]>> = {
  r: describeR,
  risk: describeRisk,
  'risk-reward': describeRiskReward,
  invalidation: describeInvalidation,
  entry: describeEntry,
  'second-entry': describeSecondEntry,
  exit: (numbers) => [`Measured from entry 1, ${describeExits(numbers)}.`],
  'scaling-out': describeScalingOut,
  'position-size': describePositionSize,
  leverage: describeLeverage,
  'baseline-chance': describeBaseline,
  bullish: describeDirection,
  bearish: describeDirection,
};

const readAccount = ({ account, riskPercent }: Account): Account => {
  const [size, percent] = [readAmount(account), readAmount(riskPercent)];
  return {
    account: 'value' in size ? size.value : EXAMPLE.account,
    riskPercent: 'value' in percent && new Big(percent.value).lte(100) ? percent.value : EXAMPLE.riskPercent,
  };
};

/** A term in the numbers of one idea, as sentences; empty when it has none, or the idea has no R. */
export const describeOwnNumbers = (slug: TermSlug, idea: TermNumbers, typed: Account): string[] => {
  const plan = getPlan(idea);
  const result = riskReward(plan);
  if (!result) return [];
  const risk = distance(plan.entry_1, plan.invalidation_level);
  const numbers = { ...idea, plan, risk, result, account: readAccount(typed) };
  return describers[slug]?.({ ...numbers, currency: quoteCurrency(idea.pair) }) ?? [];
};
