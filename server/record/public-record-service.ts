import type { User } from '../../contract/account/auth.ts';
import { isPublic } from '../../contract/educators/visibility.ts';
import type { LedgerRow } from '../../contract/record/ledger.ts';
import { toPublicRecord } from '../../contract/record/public-record.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import { updateUser } from '../account/users/users-db.ts';
import { hasPublishedRecord } from '../account/users/users-service.ts';
import type { Db } from '../database/connection.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import type { LedgerService } from './ledger-service.ts';
import type { TrackRecordService } from './track-record-service.ts';

type Parts = {
  db: Db;
  clock: Clock;
  env: Pick<Env, 'publicRecords'>;
  trackRecords: TrackRecordService;
  ledger: LedgerService;
};
type Educator = Pick<User, 'id' | 'educatorId'>;

/** Track records that educators have published. Throws NOT_FOUND for others, and for all unless the operator allows it. */
export class PublicRecordService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Null unless this educator may publish. */
  async isPublished({ educatorId }: Educator): Promise<boolean | null> {
    return this.#mayPublish(educatorId) ? hasPublishedRecord(this.#parts.db, educatorId) : null;
  }

  async publish({ id, educatorId }: Educator, published: boolean): Promise<void> {
    if (!this.#mayPublish(educatorId)) throw new AppError('NOT_FOUND');
    await updateUser(this.#parts.db, id, { recordPublishedAt: published ? this.#parts.clock() : null });
  }

  async read(educatorId: string): Promise<TrackRecord> {
    await this.#assertPublished(educatorId);
    const [record] = await this.#parts.trackRecords.list({ role: 'customer' }, educatorId);
    if (!record) throw new AppError('NOT_FOUND');
    return toPublicRecord(record);
  }

  async ledgerPage(educatorId: string, after: number, limit: number): Promise<LedgerRow[]> {
    await this.#assertPublished(educatorId);
    return this.#parts.ledger.publicPage(educatorId, after, limit);
  }

  #mayPublish(educatorId: string | null): educatorId is string {
    return this.#parts.env.publicRecords && educatorId !== null && isPublic(educatorId);
  }

  async #assertPublished(educatorId: string): Promise<void> {
    if (!this.#mayPublish(educatorId) || !(await hasPublishedRecord(this.#parts.db, educatorId)))
      throw new AppError('NOT_FOUND');
  }
}
