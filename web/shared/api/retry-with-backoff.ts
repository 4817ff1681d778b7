import { ApiError } from './api-request.ts';
import { backoffDelay } from './backoff.ts';
import { wakeableDelay } from './wakeable-delay.ts';

/** What waiting may mend: no network, a server that starts again or asks for patience, a part that could not be loaded. */
const mayPass = (failure: unknown) =>
  !(failure instanceof ApiError) || failure.status === 0 || failure.status === 429 || failure.status >= 500;

/**
 * Sends what waits on this device, until it is through, `signal` aborts, or the server refuses it for a reason that
 * waiting does not mend. Never throws: a failed call has been logged where it happened, and what it carried still waits.
 */
export const retryWithBackoff = async (send: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      if (navigator.onLine) return await send();
    } catch (failure) {
      if (!mayPass(failure)) return;
    }
    await wakeableDelay(backoffDelay(failures), signal);
  }
};
