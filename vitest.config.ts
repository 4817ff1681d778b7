import { defineConfig } from 'vitest/config';

/** Each test file has a process of its own, which imports the server anew. */
const execArgv = ['--import', './scripts/fast-imports.mjs'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/**/*.test.ts', 'web/**/*.test.tsx'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: 'server/database/test-server.ts',
          execArgv,
          // Processes are killed and restarted here while journeys run beside: a fault fails twice, a late turn once.
          retry: 1,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['server/database/test-server.ts', 'e2e/test-browser.ts'],
          execArgv,
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 60_000,
          // A machine that does something else for a second makes a journey miss its turn; a fault fails twice.
          retry: 1,
          // Two files at a time, beside the other tests: a journey waits more than it works.
          maxWorkers: 2,
        },
      },
    ],
  },
});
