import { type Env, readEnv } from '../env.ts';

/** Default settings on a free port; logs only warnings and above. */
export const testEnv = (settings: Record<string, string> = {}): Env =>
  readEnv({ PORT: '0', LOG_LEVEL: 'warn', ...settings });
