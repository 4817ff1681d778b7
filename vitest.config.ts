import { defineConfig } from 'vitest/config';

/** A worker imports the server once, however many files it runs. */
const execArgv = ['--import', './scripts/fast-imports.mjs'];

/** Files share what a worker has imported, which takes longer than many a file's tests: who changes a module puts it back. */
const isolate = false;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 30_000,
          isolate,
          include: ['contract/**/*.test.ts', 'web/**/*.test.ts', 'web/**/*.test.tsx'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'server/database/test-server.ts',
          execArgv,
          isolate,
          // Generous: on a busy machine starting a process takes long, and a test waits for facts, not for time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['server/database/test-server.ts', 'e2e/demo-template.ts', 'e2e/test-browser.ts'],
          execArgv,
          isolate,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
          // Two files at a time, beside the other tests: a journey waits more than it works.
          maxWorkers: 2,
        },
      },
    ],
  },
});
