import { type Env, readEnv } from '../env.ts';

/** The settings of a test's app: the defaults, silent, on a free port. */
export const testEnv = (settings: Record<string, string> = {}): Env =>
  readEnv({ PORT: '0', LOG_LEVEL: 'silent', ...settings });
