import { defineConfig } from 'vitest/config';
import { type LevelName, testLevels } from './scripts/test-levels.ts';
import { uiProject } from './scripts/ui-tests-project.ts';

/** Speeds up importing the server. */
const execArgv = ['--import', './scripts/fast-imports.mjs'];
/** Test files share a worker's imported modules, which is faster. A test that changes a module must restore it. */
const isolate = false;
const maxWorkers = 2;

const POSTGRES = 'server/testing/test-server.ts';
const BROWSER = ['e2e/demo-template.ts', 'e2e/test-browser.ts'];

/** Name, files and time limits of a level. */
const level = (name: LevelName) => {
  const { files, testLimit, waitLimit, ...rest } = testLevels[name];
  return {
    name,
    include: files,
    ...('except' in rest && { exclude: rest.except }),
    testTimeout: testLimit,
    // Hooks start applications and databases.
    hookTimeout: Math.max(testLimit, 60_000),
    expect: { poll: { timeout: waitLimit } },
    maxWorkers,
  };
};

export default defineConfig({
  test: {
    // A passed test's console is noise: the app logs every failure that a test causes on purpose.
    silent: 'passed-only',
    projects: [
      { test: { ...level('unit'), isolate } },
      uiProject(level('ui')),
      { test: { ...level('server'), globalSetup: POSTGRES, execArgv, isolate } },
      { test: { ...level('e2e'), globalSetup: [POSTGRES, ...BROWSER], execArgv, isolate } },
      { test: { ...level('slow'), globalSetup: [POSTGRES, ...BROWSER], execArgv, isolate } },
    ],
  },
});
