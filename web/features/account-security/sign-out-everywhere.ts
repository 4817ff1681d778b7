import { endAllSessions } from '../../../contract/account.ts';
import { leaveSession } from '../../entities/session/session.ts';
import { callRoute } from '../../shared/api/api-request.ts';

/** Ends every session of the account, then this device's. Throws ApiError when the server could not be told. */
export const signOutEverywhere = (navigate: (path: string) => void): Promise<void> =>
  leaveSession(navigate, () => callRoute(endAllSessions, {}));
