import { createDateFormat } from '../shared/date-format.ts';

const formatDate = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** "19 Nov 2026", in the reader's time zone. */
export const formatDay = (iso: string): string => formatDate(new Date(iso));
