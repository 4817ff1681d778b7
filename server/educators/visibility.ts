import { ne, type SQL, type SQLWrapper } from 'drizzle-orm';
import { HIDDEN_EDUCATOR_ID } from '../../contract/educators/visibility.ts';

/** `isPublic` of the contract, for a column with an educator's id. */
export const isPublicSql = (educatorId: SQLWrapper): SQL => ne(educatorId, HIDDEN_EDUCATOR_ID);
