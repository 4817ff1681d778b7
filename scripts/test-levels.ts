/**
 * Which test file belongs to which level, by its name. `fast` levels are `npm test`, the others `npm run test:slow`.
 * A file belongs to exactly one level (scripts/test-levels.test.ts).
 */
type Level = {
  files: string[];
  except?: string[];
  /** How long a test may take, and how long it waits for a fact. Milliseconds. */
  testLimit: number;
  waitLimit: number;
  isSlow?: boolean;
};

const SLOW = '{contract,server,e2e}/**/*.slow.test.ts';
const CONFORMANCE = 'web/testing/*.conformance.test.ts';

export const testLevels = {
  /** Functions. */
  unit: {
    files: ['contract/**/*.test.ts', 'web/**/*.test.ts'],
    except: [CONFORMANCE, SLOW],
    testLimit: 15_000,
    waitLimit: 10_000,
  },
  /** Screens in Chromium, against a fake server made of the contract. */
  ui: { files: ['web/**/*.ui.test.tsx'], testLimit: 15_000, waitLimit: 10_000 },
  /** The server through its routes, against PostgreSQL. */
  server: {
    files: ['server/**/*.test.ts', 'scripts/**/*.test.ts', CONFORMANCE],
    except: [SLOW],
    testLimit: 15_000,
    waitLimit: 10_000,
  },
  /** The journeys: all of the product in Chromium. */
  e2e: { files: ['e2e/**/*.test.ts'], except: [SLOW], testLimit: 60_000, waitLimit: 30_000 },
  /** What needs the system and takes long: killed processes, load, everything else end to end. */
  slow: { files: [SLOW], testLimit: 300_000, waitLimit: 90_000, isSlow: true },
} satisfies Record<string, Level>;

export type LevelName = keyof typeof testLevels;
