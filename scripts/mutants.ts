// Faults put into the product on purpose, to see whether the tests find them (docs/decisions/0003-one-test-command.md).
// `node scripts/mutants.ts list <commit> <count>` prints faults that the commit's hash chooses, as JSON.
// `node scripts/mutants.ts run <file> [folder]` puts each of a printed list into the working tree, prints the test that
// finds it as a row of a table, and restores the file.
import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseAst } from 'vite';
import type { LevelName } from './test-levels.ts';

/** `text` of the file at `start` is replaced by `by`. */
type Mutant = { file: string; line: number; start: number; text: string; by: string };
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const PRODUCT = '{web,server}/**/*.{ts,tsx}';
const NO_PRODUCT = /\.(test|fixture|d)\.|\/testing\//;
const SWAPS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
};
/** What only people who read logs or styles would notice. */
const UNSEEN = /^(?:await )?(?:\w+\.)*(?:log|console)\b|^\w+\.displayName/;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** All faults of a file: conditions, operators, constants, calls and attributes. */
const listMutants = (file: string): Mutant[] => {
  const code = readFileSync(file, 'utf8');
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, by: string) =>
    mutants.push({
      file,
      line: code.slice(0, start).split('\n').length,
      start,
      text: code.slice(start, end),
      by,
    });
  const swap = (from: number, operator: string) => {
    const start = code.indexOf(operator, from);
    const by = SWAPS[operator];
    if (by) add(start, start + operator.length, by);
  };
  const visit = (node: Node, parent: Node | null): void => {
    const { type, start, end } = node;
    if (/^TS(?!AsExpression|NonNull|Satisfies)/.test(type) || type === 'ImportDeclaration') return;
    const text = code.slice(start, end);
    const test = node.test as Node | null | undefined;
    if (test && /^(IfStatement|ConditionalExpression)$/.test(type))
      add(test.start, test.end, `!(${code.slice(test.start, test.end)})`);
    if (type === 'LogicalExpression' || type === 'BinaryExpression') {
      const [left, right] = [node.left as Node, node.right as Node];
      if (node.operator === '??') add(left.end, right.end, '');
      else swap(left.end, String(node.operator));
    }
    if (type === 'UnaryExpression' && node.operator === '!') add(start, start + 1, '');
    if (type === 'MemberExpression' && !node.computed) {
      const property = node.property as Node;
      const by = SWAPS[String(property.name)];
      if (by && parent?.type === 'CallExpression') add(property.start, property.end, by);
    }
    if (type === 'Literal' && typeof node.value === 'boolean') add(start, end, String(!node.value));
    if (type === 'Literal' && typeof node.value === 'number') add(start, end, String(node.value + 1));
    if (type === 'ExpressionStatement' && !UNSEEN.test(text) && !/^['"]/.test(text)) add(start, end, ';');
    if (type === 'JSXAttribute') {
      if (/^(className|style|key|ref|size|width|height)\b/.test(text)) return;
      if (/^(on[A-Z]|disabled|hidden|role|aria-|open)/.test(text)) add(start, end, '');
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node);
  };
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, null);
  return mutants;
};

const list = (commit: string, count: number): Mutant[] => {
  const files = globSync(PRODUCT).filter((file) => !NO_PRODUCT.test(file));
  const all = files.toSorted().flatMap(listMutants);
  return Array.from({ length: count }, (_, index) => {
    const chosen = Number.parseInt(hash('sha256', `${commit} ${index}`).slice(0, 12), 16) % all.length;
    return all.splice(chosen, 1);
  }).flat();
};

/** The files that import a file, by file. */
const readImporters = (): Map<string, Set<string>> => {
  const importers = new Map<string, Set<string>>();
  for (const file of globSync('{contract,web,server,scripts}/**/*.{ts,tsx}'))
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const imported = normalize(join(dirname(file), path));
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  return importers;
};

/** The tests that import a file themselves, or by one file in between, and those beside it. */
const findNearTests = (file: string, importers: Map<string, Set<string>>): string[] => {
  const near = [file, ...(importers.get(file) ?? [])];
  const tests = new Set(globSync(`${dirname(file)}/*.test.{ts,tsx}`));
  for (const one of near)
    for (const test of importers.get(one) ?? []) if (test.includes('.test.')) tests.add(test);
  return [...tests].filter((test) => !test.includes('.slow.'));
};

/** The output of a program that failed, or null. */
const run = (program: string, args: string[]): Promise<string | null> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => resolve(code === 0 ? null : output));
  });
/** The file of the first test that fails, or null. */
const findFailure = async (levels: LevelName[], files: string[] = []): Promise<string | null> => {
  const projects = levels.flatMap((level) => ['--project', level]);
  const output = await run('node_modules/.bin/vitest', ['run', '--bail=1', ...projects, ...files]);
  return output && (/FAIL .*?(\S+\.test\.tsx?)/.exec(output)?.[1] ?? output.slice(-300));
};

/** The first test that finds a fault in a file: one near it, of its level, or a journey. */
const findTest = async (file: string, near: string[]): Promise<string | null> => {
  const levels: LevelName[] = file.startsWith('web/') ? ['unit', 'ui'] : ['unit', 'server'];
  return (
    (near.length > 0 && (await findFailure(levels, near))) ||
    (await findFailure(levels)) ||
    (await run(process.execPath, ['scripts/build-web.ts'])) ||
    (await findFailure(['e2e']))
  );
};

const [command, subject = '', option = ''] = process.argv.slice(2);
if (command === 'list') console.log(JSON.stringify(list(subject, Number(option)), null, 2));
else if (command === 'run') {
  const importers = readImporters();
  for (const [index, { file, line, start, text, by }] of (
    JSON.parse(readFileSync(subject, 'utf8')) as Mutant[]
  ).entries()) {
    if (!file.startsWith(option)) continue;
    const code = readFileSync(file, 'utf8');
    if (code.slice(start, start + text.length) !== text) throw new Error(`${file} is not that of the list`);
    writeFileSync(file, code.slice(0, start) + by + code.slice(start + text.length));
    try {
      const test = await findTest(file, findNearTests(file, importers));
      const fault = `\`${text}\` -> \`${by}\``.replace(/\s+/g, ' ').replaceAll('|', '\\|');
      console.log(`| ${index + 1} | \`${file}:${line}\` | ${fault} | ${test ?? '**none**'} |`);
    } finally {
      writeFileSync(file, code);
    }
  }
}
