import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

/** TARGETS W1 and W2 in bytes, gzip: scripts of the login and of a market view, and all CSS. */
export const BUDGET = { login: 100_000, market: 180_000, css: 18_000 };

export const gzipSize = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

const types = ['script', 'stylesheet'] as const;
type FileType = (typeof types)[number];
export type LoadedFile = { path: string; type: FileType; text: string; bytes: number };

/** The scripts and stylesheets that a page with an empty cache loads until `settled`. */
export const collectFiles = async (
  page: Page,
  path: string,
  settled: (requested: readonly string[]) => Promise<unknown>,
): Promise<LoadedFile[]> => {
  const requested: string[] = [];
  const pending: Promise<LoadedFile>[] = [];
  const read = async (response: Response, type: FileType): Promise<LoadedFile> => {
    const body = await response.body();
    return { path: new URL(response.url()).pathname, type, text: body.toString(), bytes: gzipSize(body) };
  };
  page.on('response', (response) => {
    const type = types.find((name) => name === response.request().resourceType());
    if (!type) return;
    requested.push(response.url());
    pending.push(read(response, type));
  });
  await page.goto(path);
  await settled(requested);
  return Promise.all(pending);
};

export const sumBytes = (files: readonly LoadedFile[], type: FileType): number =>
  files.filter((file) => file.type === type).reduce((sum, { bytes }) => sum + bytes, 0);
