import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Finding, Row } from './row.ts';

const file = fileURLToPath(new URL('RESULTS.md', import.meta.url));

const HEADING = `# Measured

Each row is the last time it was measured: \`npm run bench\` takes them all, \`npm run bench -- W1 S6\` those that are named.
Times on a shared machine drift, so where it says "x" both sides were measured in turns in the same run; the load is the
one-minute average when the row began.

| # | what | target | measured | met | when, where |
| --- | --- | --- | --- | --- | --- |
`;

/** "2026-11-20, 2 × AMD EPYC, 8 GB, Node 24.21.0, load 0.4". */
const describeMachine = (): string => {
  const processors = cpus();
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`;
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${processors.length} × ${model}, ${memory}, Node ${process.versions.node}`;
};

export const formatLoad = (): string => `load ${loadavg()[0]!.toFixed(1)}`;

const readLines = (): Map<string, string> => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return new Map(
    text.split('\n').flatMap((line) => {
      const id = /^\| (\w+) \|/.exec(line)?.[1];
      return id && id !== 'what' ? [[id, line] as const] : [];
    }),
  );
};

export const formatLine = ({ id, what, target }: Row, { measured, met }: Finding, load: string): string =>
  `| ${[id, what, target, measured, met ? 'yes' : '**no**', `${describeMachine()}, ${load}`].join(' | ')} |`;

/** Keeps the lines of rows that were not measured now; `order` is that of the table. */
export const writeResults = (fresh: ReadonlyMap<string, string>, order: readonly Row[]): void => {
  const lines = new Map([...readLines(), ...fresh]);
  writeFileSync(file, `${HEADING}${order.flatMap(({ id }) => lines.get(id) ?? []).join('\n')}\n`);
};
