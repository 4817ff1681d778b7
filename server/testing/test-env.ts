import { type Env, readEnv } from '../shared/env.ts';

/** Default settings on a free port, without rate limits and prices; logs only warnings and above. */
export const testEnv = (settings: Record<string, string> = {}): Env =>
  readEnv({ PORT: '0', LOG_LEVEL: 'warn', RATE_LIMITS: 'off', CANDLE_SOURCES: 'off', ...settings });
