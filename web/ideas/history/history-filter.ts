import * as z from 'zod/mini';
import { ideaResults, MAX_PAIR } from '../../../contract/ideas/ideas.ts';
import { oneOf, textUpTo } from '../../shared/hooks/use-address-filter.ts';

const EDUCATOR_ID = /^[1-9]\d{0,3}$/;

export const historyFilter = z.object({
  educator: z.catch(z.optional(z.string().check(z.regex(EDUCATOR_ID))), undefined),
  result: oneOf(ideaResults),
  pair: textUpTo(MAX_PAIR),
});
export type HistoryFilter = z.infer<typeof historyFilter>;
