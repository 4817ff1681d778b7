/** How long a test waits for a fact. Generous: a busy machine takes several times as long as a quiet one. */
export const WAIT_LIMIT_MS = 90_000;
/** How long a test may take: several waits. */
export const TEST_LIMIT_MS = 300_000;
