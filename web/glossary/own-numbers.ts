import Big from 'big.js';
import { formatR, getPlan, levelNames, riskReward } from '../../contract/ideas/levels.ts';
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

const readAccount = ({ account, riskPercent }: Account): Account => {
  const [size, percent] = [readAmount(account), readAmount(riskPercent)];
  return {
    account: 'value' in size ? size.value : EXAMPLE.account,
    riskPercent: 'value' in percent && new Big(percent.value).lte(100) ? percent.value : EXAMPLE.riskPercent,
  };
};

const isSamePrice = (a: string, b: string): boolean => new Big(a).eq(b);

const distance = (from: string, to: string): string => new Big(from).minus(to).abs().toFixed();

/** "1.0842 − 1.0755 = 0.0087", the higher price first. */
const subtract = (a: string, b: string): string => {
  const [high, low] = new Big(a).gt(b) ? [a, b] : [b, a];
  return `${high} − ${low} = ${distance(a, b)}`;
};

/** A position of this account in this idea, as sentences; none without a risk. */
const describePosition = (idea: TermNumbers, typed: Account) => {
  const account = readAccount(typed);
  const size = positionSize({ ...account, entry: idea.entry_1, stop: idea.invalidation_level });
  if (!size) return {};
  const currency = quoteCurrency(idea.pair);
  const given = `With ${formatAmount(account.account, currency)} and ${account.riskPercent}% at risk`;
  const money = formatAmount(size.moneyAtRisk.round(2).toFixed(), currency);
  const units = `${formatGrouped(size.units)} ${currency ? idea.pair.split('/')[0] : 'units'}`;
  const value = `${formatMoney(size.value)}${currency ? ` ${currency}` : ''}`;
  const times = size.value.div(account.account).toFixed(1);
  return {
    r: `${given}, 1R is ${money}.`,
    size: `${given}: ${money} ÷ ${size.riskPerUnit.toFixed()} = ${units}.`,
    leverage: `${given}, this position is worth ${value}: ${times} times the account.`,
  };
};

type Sentences = (string | false | undefined)[];

/** A term in the numbers of one idea, as sentences; empty when it has none, or the idea has no R. */
export const describeOwnNumbers = (slug: TermSlug, idea: TermNumbers, typed: Account): string[] => {
  const plan = getPlan(idea);
  const result = riskReward(plan);
  if (!result) return [];
  const { entry_1: entry, entry_2: second, invalidation_level: stop, order_type, exit_1 } = idea;
  const isBullish = order_type === 'BUY';
  const oneR = subtract(plan.entry_1, plan.invalidation_level);
  const risk = distance(plan.entry_1, plan.invalidation_level);
  const exits = result.exits
    .map(({ name, price, r }) => `${levelNames[name].toLowerCase()} at ${price} is ${formatR(r)}`)
    .join(', ');
  const average = result.exits.reduce((sum, { r }) => sum.plus(r), new Big(0)).div(result.exits.length);
  const lastExit = distance(plan.exit_3 ?? plan.exit_2 ?? plan.exit_1, plan.entry_1);
  const first = result.exits[0]?.r ?? new Big(0);
  const isEntryMoved = !isSamePrice(entry, plan.entry_1);
  const isStopMoved = !isSamePrice(stop, plan.invalidation_level);
  const isWrong = `If price breaks ${isBullish ? 'below' : 'above'} it, the idea is wrong.`;
  const position = describePosition(idea, typed);
  const direction = `This idea expects price to ${isBullish ? 'rise' : 'fall'} from ${entry} to ${exit_1}.`;

  const sentences: Partial<Record<TermSlug, Sentences>> = {
    r: [`1R is ${oneR}. ${capitalise(exits)}.`, position.r],
    risk: [`Risk is ${oneR}.`, position.r],
    'risk-reward': [
      `The risk is ${risk} and the last exit is ${lastExit} away, so risk/reward is ${formatRiskReward(plan)}.`,
    ],
    // A moved level is still −1R on the ladder, because R is that of the plan.
    invalidation:
      isEntryMoved || isStopMoved
        ? [
            `Here it is ${stop}${isStopMoved ? `, moved from ${plan.invalidation_level}` : ''}. ${isWrong}`,
            `It is still shown as −1R: 1R is locked at ${oneR}.`,
          ]
        : [`Here it is ${stop}, ${risk} from entry 1. ${isWrong}`],
    entry: isEntryMoved
      ? [
          `Entry 1 is ${entry} here, moved from ${plan.entry_1}. Risk and R are still measured from ${plan.entry_1}.`,
        ]
      : [`Entry 1 is ${entry} here. Risk and R are measured from it.`],
    'second-entry': [second !== null && `Here it is ${second}, ${distance(entry, second)} from entry 1.`],
    exit: [`Measured from entry 1, ${exits}.`],
    'scaling-out': [
      result.exits.length === 1
        ? 'This idea has one exit, so there is nothing to scale out of.'
        : `${capitalise(exits)}. An equal share at each would make ${formatR(average)} if all are reached.`,
    ],
    'position-size': [position.size],
    leverage: [position.leverage],
    'baseline-chance': [
      first.gt(0) &&
        `Exit 1 is ${first.toFixed(2)}R away here: 1 ÷ (1 + ${first.toFixed(2)}) is about ${new Big(100).div(first.plus(1)).toFixed(0)}%.`,
    ],
    bullish: [direction],
    bearish: [direction],
  };
  return (sentences[slug] ?? []).filter((sentence) => typeof sentence === 'string');
};
