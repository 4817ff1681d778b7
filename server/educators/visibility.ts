import { ne, type SQL, type SQLWrapper } from 'drizzle-orm';
import { HIDDEN_EDUCATOR_ID, isPublic } from '../../contract/educators/visibility.ts';
import type { Audience } from '../live/feed-service.ts';

/** `isPublic` of the contract, for a column with an educator's id. */
export const isPublicSql = (educatorId: SQLWrapper): SQL => ne(educatorId, HIDDEN_EDUCATOR_ID);

/** Who receives the events of what an educator publishes. */
export const getAudience = (educatorId: string): Audience =>
  isPublic(educatorId) ? 'everyone' : 'educators';
