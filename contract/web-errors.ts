/** What the web app says by itself. Apart from the catalogue, whose sentences the server sends (TARGETS W1). */

/** SPEC §8: shown by the web app when no answer arrived at all. */
export const NETWORK_ERROR = 'Network error. Please try again.';
/** Shown where something was to be sent while this device has no network. */
export const OFFLINE_ERROR = 'You are offline. Nothing was sent; please try again when you are back online.';
/** SPEC §8: shown on the login screens when a failure carries no message. */
export const LOGIN_FAILED = 'Login failed';
/** SPEC §5 and §8: the educator login's own refusal, made in the browser before any request. */
export const EDUCATOR_ACCESS_DENIED = 'Access denied: Only authorized educators can access this portal.';
