import { endAllSessions } from '../../../contract/account.ts';
import { callRoute } from '../../lib/api-request.ts';
import { leaveSession } from './session.ts';

/** Ends every session of the account, then this device's. Throws ApiError when the server could not be told. */
export const signOutEverywhere = (navigate: (path: string) => void): Promise<void> =>
  leaveSession(navigate, () => callRoute(endAllSessions, {}));
