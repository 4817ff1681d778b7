import { type Env, readEnv } from '../env.ts';

/** The settings of a test's app: the defaults, on a free port; only what is worth a warning is logged. */
export const testEnv = (settings: Record<string, string> = {}): Env =>
  readEnv({ PORT: '0', LOG_LEVEL: 'warn', ...settings });
