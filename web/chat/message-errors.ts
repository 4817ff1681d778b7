import { MAX_MESSAGE } from '../../contract/chat/chat-writing.ts';
import type { ApiError } from '../shared/api/api-request.ts';

const LENGTH_SHOWN_FROM = MAX_MESSAGE - 500;

/** "3,912 of 4,000" near and beyond the limit, else null. */
export const formatLength = (text: string): string | null => {
  const { length } = text.trim();
  const number = (value: number) => value.toLocaleString('en-GB');
  return length > LENGTH_SHOWN_FROM ? `${number(length)} of ${number(MAX_MESSAGE)}` : null;
};

export const isTooLong = (text: string): boolean => text.trim().length > MAX_MESSAGE;

/** The message of a failed call: of its field if there is one, else of the call. */
export const describeFailure = (failure: unknown): string => {
  const { fields, message } = failure as ApiError;
  return fields?.message ?? fields?.image_url ?? message;
};
