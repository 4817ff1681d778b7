import { defineConfig } from 'vitest/config';
import { uiProject } from './scripts/ui-tests-project.ts';
import { TEST_LIMIT_MS, WAIT_LIMIT_MS } from './server/testing/time-limits.ts';

/** Speeds up importing the server. */
const execArgv = ['--import', './scripts/fast-imports.mjs'];

/** Test files share a worker's imported modules, which is faster. A test that changes a module must restore it. */
const isolate = false;

/** Per run; `npm test` has two runs beside each other, of which one or the other mostly waits. */
const maxWorkers = 2;

const limits = {
  expect: { poll: { timeout: WAIT_LIMIT_MS } },
  testTimeout: TEST_LIMIT_MS,
  hookTimeout: TEST_LIMIT_MS,
};

export default defineConfig({
  test: {
    // A passed test's console is noise: the app logs every failure that a test causes on purpose.
    silent: 'passed-only',
    projects: [
      {
        test: {
          name: 'unit',
          ...limits,
          isolate,
          maxWorkers,
          include: ['contract/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: ['web/testing/**'],
        },
      },
      uiProject({ maxWorkers }),
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts', 'web/testing/*.conformance.test.ts'],
          globalSetup: 'server/testing/test-server.ts',
          execArgv,
          isolate,
          maxWorkers,
          ...limits,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['server/testing/test-server.ts', 'e2e/demo-template.ts', 'e2e/test-browser.ts'],
          execArgv,
          isolate,
          ...limits,
          maxWorkers,
        },
      },
    ],
  },
});
