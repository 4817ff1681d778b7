import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { formatCount, formatRangeR } from './format-record.ts';
import { getLedger } from './ledger.ts';
import { type TrackRecord, trackRecord } from './track-record.ts';

const params = z.object({ educatorId: z.string() });

export const getPublicRecord = defineRoute({
  method: 'GET',
  path: '/api/public/records/:educatorId',
  access: 'public',
  limit: 'publicRecord',
  summary: 'The track record of an educator who has published it, without active ideas',
  failure: 'Failed to get the track record',
  params,
  response: trackRecord,
  errors: ['NOT_FOUND'],
});

export const getPublicLedger = defineRoute({
  ...getLedger,
  path: '/api/public/records/:educatorId/ledger',
  access: 'public',
  summary:
    "The ledger for the readers of a published track record: all rows, with content where it is that of the educator's closed ideas; of texts, names, uploads and candles their digests",
  params,
  errors: ['NOT_FOUND'],
});

export const getPublication = defineRoute({
  method: 'GET',
  path: '/api/record-publication',
  access: 'educator',
  summary: 'Whether you have published your track record',
  failure: 'Failed to get the track record',
  /** Null unless the operator allows it. */
  response: z.object({ published: z.nullable(z.boolean()) }),
});

export const putPublication = defineRoute({
  method: 'PUT',
  path: '/api/record-publication',
  access: 'educator',
  summary: 'Publish your track record for everyone, or take it back',
  failure: 'Failed to save. Please try again.',
  body: z.object({ published: z.boolean() }),
  response: z.object({ published: z.boolean() }),
  errors: ['NOT_FOUND'],
});

/** A record for everyone: active ideas are only counted, and what a deleted idea was about stays unsaid. */
export const toPublicRecord = (record: TrackRecord): TrackRecord => ({
  ...record,
  entries: record.entries
    .filter(({ closed_at }) => closed_at !== null)
    .map((entry) => (entry.deleted ? { ...entry, pair: 'Deleted idea', published_as: [] } : entry)),
});

/** "6 closed ideas, +0.63R on average if closed at exit 1", for link previews. */
export const summarizePublicRecord = ({ entries, rules: { exit_1 } }: TrackRecord): string =>
  `${formatCount(entries.length, 'closed idea')}${exit_1.mean ? `, ${formatRangeR(exit_1.mean)} on average if closed at exit 1` : ''}`;
