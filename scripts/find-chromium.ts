import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/opt/google/chrome',
  '/snap/bin',
  ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser for the end-to-end tests: CHROME_PATH, or one in the usual folders. */
export const findChromium = (): string | undefined => {
  const chosen = process.env.CHROME_PATH;
  if (chosen !== undefined && chosen !== '') return isProgram(chosen) ? chosen : undefined;
  return [...FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC_APPS].find(
    isProgram,
  );
};

/**
 * Finds Chromium, or installs Debian's package if permitted.
 * @throws with instructions if there is none.
 */
export const findOrInstallChromium = (): string => {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.env.CHROME_PATH) throw new Error(`CHROME_PATH=${process.env.CHROME_PATH} is not a program.`);
  const mayInstall = process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
  if (mayInstall) {
    console.log('Installing Chromium (apt-get install chromium) …');
    for (const command of ['update', 'install --yes --no-install-recommends chromium']) aptGet(command);
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'No Chromium for the browser tests: install Chromium or Chrome (on Debian: sudo apt-get install chromium), ' +
      'or name one: CHROME_PATH=/path/to/chrome npm test',
  );
};

const aptGet = (command: string) => {
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...command.split(' ')], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}\napt-get ${command} failed.`);
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
