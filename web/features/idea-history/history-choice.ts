import type { IdeaFilter } from '../../../contract/idea-lists.ts';
import { ideaResults, MAX_PAIR } from '../../../contract/ideas.ts';

/** What a reader filters a history by. */
export type HistoryChoice = Pick<IdeaFilter, 'educatorId' | 'pair' | 'result'>;

/** The names in the address, short enough to be read in a shared link. */
const NAMES = { educatorId: 'educator', result: 'result', pair: 'pair' } as const;

const EDUCATOR_ID = /^[1-9]\d{0,3}$/;

/** What the address asks for; what means nothing there is left out. */
export const parseChoice = (search: string): HistoryChoice => {
  const query = new URLSearchParams(search);
  const educatorId = query.get(NAMES.educatorId) ?? '';
  const pair = (query.get(NAMES.pair) ?? '').trim().slice(0, MAX_PAIR);
  return {
    educatorId: EDUCATOR_ID.test(educatorId) ? educatorId : undefined,
    result: ideaResults.find((result) => result === query.get(NAMES.result)),
    pair: pair || undefined,
  };
};

/** The query string of a choice, with its question mark; empty where nothing is chosen. */
export const formatChoice = (choice: HistoryChoice): string => {
  const query = new URLSearchParams();
  for (const [name, value] of [
    [NAMES.educatorId, choice.educatorId],
    [NAMES.result, choice.result],
    [NAMES.pair, choice.pair?.trim()],
  ] as const)
    if (value) query.set(name, value);
  return query.size > 0 ? `?${query}` : '';
};

export const isNarrowed = (choice: HistoryChoice): boolean => formatChoice(choice) !== '';
