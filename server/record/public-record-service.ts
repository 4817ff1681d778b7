import type { User } from '../../contract/account/auth.ts';
import { isPublic } from '../../contract/educators/visibility.ts';
import { type LedgerRow, redactRow, toPublicRow } from '../../contract/record/ledger.ts';
import { toPublicRecord } from '../../contract/record/public-record.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { updateUser } from '../account/users/users-db.ts';
import { hasPublishedRecord } from '../account/users/users-service.ts';
import type { Db } from '../database/connection.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import { selectClosedIds, selectRevisionsAfter } from './ledger-db.ts';
import type { LedgerRange } from './ledger-service.ts';
import type { TrackRecordService } from './track-record-service.ts';

export type RecordParts = {
  database: { db: Db };
  clock: Clock;
  env: Env;
  trackRecords: TrackRecordService;
};

const mayPublish = ({ env }: RecordParts, educatorId: string | null): educatorId is string =>
  env.publicRecords && educatorId !== null && isPublic(educatorId);

/** Null unless this educator may publish. */
export const isPublished = async (parts: RecordParts, educatorId: string | null): Promise<boolean | null> =>
  mayPublish(parts, educatorId) ? hasPublishedRecord(parts.database.db, educatorId) : null;

/** Throws NOT_FOUND unless this educator may publish. */
export const setPublished = async (
  parts: RecordParts,
  { id, educatorId }: Pick<User, 'id' | 'educatorId'>,
  published: boolean,
): Promise<void> => {
  if (!mayPublish(parts, educatorId)) throw new AppError('NOT_FOUND');
  await updateUser(parts.database.db, id, { recordPublishedAt: published ? parts.clock() : null });
};

const assertPublished = async (parts: RecordParts, educatorId: string): Promise<void> => {
  if (!(await isPublished(parts, educatorId))) throw new AppError('NOT_FOUND');
};

/** Throws NOT_FOUND, like the public ledger, unless the educator has published it and the operator allows that. */
export const readPublicRecord = async (parts: RecordParts, educatorId: string): Promise<TrackRecord> => {
  await assertPublished(parts, educatorId);
  const [record] = await parts.trackRecords.list({ role: 'customer' }, educatorId);
  if (!record) throw new AppError('NOT_FOUND');
  return toPublicRecord(record);
};

/** The ledger as readers of a published record get it: the rows of other and of active ideas are redacted. */
export const readPublicLedger = async (
  parts: RecordParts,
  educatorId: string,
  { after, limit }: LedgerRange,
): Promise<LedgerRow[]> => {
  await assertPublished(parts, educatorId);
  const { db } = parts.database;
  const rows = await selectRevisionsAfter(db, after, limit);
  // Read after the rows: those of an idea that was reopened meanwhile are redacted.
  const ids = new Set(rows.map(({ idea_id }) => idea_id));
  const closed = await selectClosedIds(db, educatorId, [...ids]);
  return rows.map((row) => (closed.has(row.idea_id) ? toPublicRow(row) : redactRow(row)));
};
