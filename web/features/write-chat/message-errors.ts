import { MAX_MESSAGE } from '../../../contract/chat-writing.ts';
import { ApiError } from '../../shared/api/api-request.ts';

const LENGTH_SHOWN_FROM = MAX_MESSAGE - 500;

/** "3,912 of 4,000" near the limit and beyond it, else nothing. */
export const lengthWords = (text: string): string | null => {
  const { length } = text.trim();
  const number = (value: number) => value.toLocaleString('en-GB');
  return length > LENGTH_SHOWN_FROM ? `${number(length)} of ${number(MAX_MESSAGE)}` : null;
};

export const isTooLong = (text: string): boolean => text.trim().length > MAX_MESSAGE;

/** What the educator reads of a failed call: the fault of the field where there is one, else the call's sentence. */
export const faultOf = (failure: unknown, otherwise: string): string => {
  if (!(failure instanceof ApiError)) return otherwise;
  return failure.fields?.message ?? failure.fields?.image_url ?? failure.message;
};
