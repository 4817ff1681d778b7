import { fileURLToPath } from 'node:url';

const fastImports = fileURLToPath(new URL('../../scripts/fast-imports.mjs', import.meta.url));

/** The arguments with which Node runs a program of ours, as package.json's scripts do. */
export const programArgs = (path: string): string[] => ['--import', fastImports, path];
