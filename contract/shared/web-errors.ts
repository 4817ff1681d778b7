/**
 * Messages of the web app itself. Separate from the error catalogue, whose messages the server sends (TARGETS W1).
 */

/** SPEC §8: no response arrived at all. */
export const NETWORK_ERROR = 'Network error. Please try again.';
/** Shown when sending while offline. */
export const OFFLINE_ERROR = "You're offline. Nothing was sent. Try again when you're back online.";
/** Something else than the server answered. */
export const UNEXPECTED_RESPONSE = 'Unexpected response. Check your connection and try again.';
/** SPEC §8: shown on the login screens when a failure has no message. */
export const LOGIN_FAILED = 'Login failed';
/** SPEC §5 and §8: the educator login's refusal in the browser, before any request. */
export const EDUCATOR_ACCESS_DENIED = 'Access denied: Only authorized educators can access this portal.';
