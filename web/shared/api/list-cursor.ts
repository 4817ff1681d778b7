/**
 * In the place of a cursor: there is more, but only the server knows where it goes on. So a list that was kept for reading
 * offline without all its pages ends.
 */
export const UNKNOWN_CURSOR = '';
