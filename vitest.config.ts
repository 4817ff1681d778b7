import { defineConfig } from 'vitest/config';

/** Speeds up importing the server. */
const execArgv = ['--import', './scripts/fast-imports.mjs'];

/** Test files share a worker's imported modules, which is faster. A test that changes a module must restore it. */
const isolate = false;

/** Per run; `npm test` has two runs beside each other, of which one or the other mostly waits. */
const maxWorkers = 2;

/** Generous: a test waits for a fact, and a busy machine may need seconds for it. */
const expect = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 30_000,
          isolate,
          maxWorkers,
          include: ['contract/**/*.test.ts', 'web/**/*.test.ts', 'web/**/*.test.tsx'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'server/testing/test-server.ts',
          execArgv,
          isolate,
          maxWorkers,
          expect,
          // Generous, because starting a process takes long on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['server/testing/test-server.ts', 'e2e/demo-template.ts', 'e2e/test-browser.ts'],
          execArgv,
          isolate,
          testTimeout: 60_000,
          expect,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
    ],
  },
});
