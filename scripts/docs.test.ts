import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const decisions = globSync('docs/decisions/[0-9]*.md').toSorted();
const documents = [...globSync('*.md'), ...globSync('.github/*.md'), ...globSync('docs/**/*.md')].toSorted();
const sources = [
  ...globSync('{contract,server,web,scripts,e2e,bench,migrations,deploy,docs,.github}/**/*', {
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)),
  ...globSync('*.{md,ts,json,yaml}'),
  ...globSync('.dependency-cruiser.cjs'),
  ...globSync('Dockerfile'),
].filter((file) => !/\.(png|webp|svg|ico|woff2?)$|package-lock\.json$|^migrations\/meta\//.test(file));

const read = (file: string) => readFileSync(file, 'utf8');
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, what = '']) => what);
/** A reference may be broken by the end of a line and the next line's comment sign. */
const joinLines = (text: string) => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#|--)?[ \t]*/g, ' ');

/** Files that a reader of the documents creates. */
const createdByReader = new Set(['deploy/tls/tls.conf']);

const headings = (file: string) => findAll(read(file).replace(/^```[\s\S]*?^```/gm, ''), /^#+ (.+)$/gm);
/** The anchor GitHub gives a heading. */
const toAnchor = (heading: string) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

describe('links and paths in the documents', () => {
  it.each(documents)('%s links to files and headings that exist', (document) => {
    const links = findAll(read(document), /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? document : join(dirname(document), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !headings(target).map(toAnchor).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(documents)('%s names files that exist', (document) => {
    const named = findAll(
      read(document),
      /`((?:contract|server|web|e2e|bench|scripts|docs|migrations|deploy)\/[\w./-]+(?:\.\w+|\/))`/g,
    );
    expect(named.filter((path) => !createdByReader.has(path) && !existsSync(path))).toEqual([]);
  });

  it('docs/screens.md shows every stored screenshot', () => {
    const shown = findAll(read('docs/screens.md'), /\]\(screenshots\/([\w-]+\.png)\)/g);
    expect(shown.toSorted()).toEqual(
      globSync('docs/screenshots/*')
        .map((path) => basename(path))
        .toSorted(),
    );
  });
});

describe('lists in the documents', () => {
  it('docs/design.md or docs/spec.md has every table', () => {
    const tables = globSync('server/database/schema/*.ts').flatMap((file) =>
      findAll(read(file), /pgTable\(\s*'(\w+)'/g),
    );
    expect(tables.length).toBeGreaterThan(30);
    const text = read('docs/design.md') + read('docs/spec.md');
    expect(tables.filter((table) => !text.includes(`\`${table}\``))).toEqual([]);
  });

  it('docs/architecture.md has every folder of server and web', () => {
    const folders = globSync('{server,web}/{*,!(testing|public)/*}/').map((path) => basename(path));
    expect(folders.length).toBeGreaterThan(60);
    const architecture = read('docs/architecture.md');
    expect(folders.filter((name) => !new RegExp(`[\`\\s/]${name}[/\`]`).test(architecture))).toEqual([]);
  });

  it('docs/operating.md has every metric of ours', () => {
    const names = findAll(read('server/operations/metrics-routes.ts'), /'(chartlark_\w+)'/g);
    expect(names.length).toBeGreaterThan(10);
    const operating = read('docs/operating.md');
    expect(names.filter((name) => !new RegExp(`\`${name}[\`{]`).test(operating))).toEqual([]);
  });

  it('README.md has every npm script', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const called = Object.keys(scripts).filter((name) => !name.startsWith('pre'));
    const readme = read('README.md');
    expect(called.filter((name) => !new RegExp(`npm (?:run )?${name}\\b`).test(readme))).toEqual([]);
  });
});

describe('references to the specification, the design and the targets', () => {
  const findSections = (file: string) => new Set(findAll(read(file), /^## (\d+)\. /gm));
  const sections = {
    SPEC: findSections('docs/spec.md'),
    DESIGN: findSections('docs/design.md'),
  };
  type Page = keyof typeof sections;
  /** "SPEC §4", "SPEC §2, §4 and §9", "DESIGN §14's". */
  const reference = /\b(SPEC|DESIGN)(?:['’]s)?,? ((?:(?:,| and| or|, and)? ?§\d+)+)/g;

  const findReferences = (text: string) =>
    [...joinLines(text).matchAll(reference)].flatMap(([, page, numbers = '']) =>
      findAll(numbers, /§(\d+)/g).map((number) => ({ page: page as Page, number })),
    );

  it('docs/spec.md and docs/design.md have every numbered section', () => {
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1));
    expect([...sections.SPEC]).toEqual(upTo(10));
    expect([...sections.DESIGN]).toEqual(upTo(14));
  });

  it('every section that a file refers to exists', () => {
    const found = sources.flatMap((file) =>
      findReferences(read(file)).map(({ page, number }) => ({ file, page, number })),
    );
    expect(found.length).toBeGreaterThan(300);
    expect(found.filter(({ page, number }) => !sections[page].has(number))).toEqual([]);
  });

  it.each([
    ['docs/spec.md', sections.SPEC],
    ['docs/design.md', sections.DESIGN],
  ])('%s refers to sections of its own that exist', (document, own) => {
    const text = joinLines(read(document))
      .replace(reference, '')
      .replace(/\[design §\d+\]/g, '');
    expect(findAll(text, /§(\d+)/g).filter((number) => !own.has(number))).toEqual([]);
  });

  it('no file refers to a page outside of the repository', () => {
    const outside = /\b(?:SPEC|DESIGN|TARGETS|FINDINGS|LEAGUE)\.md\b|(?<![\w/.^-])shared\/(?=[A-Z])/;
    expect(sources.filter((file) => outside.test(read(file)))).toEqual([]);
  });

  it('every target that a file refers to is a row of docs/targets.md', () => {
    const rows = new Set(findAll(read('docs/targets.md'), /^\| ([SWHDR]\d+) \|/gm));
    // Elsewhere letters and digits may be chart time frames, so only comments that name a target count.
    const isAboutTargets = (file: string) => /^(?:docs|bench)\/|^\w+\.md$|^scripts\/soak\.ts$/.test(file);
    const token = String.raw`[SWHDR]\d{1,2}\b(?![./-])`;
    const list = `${token}(?:(?:,| and| to) ${token})*`;
    const named = new RegExp(
      String.raw`(?:TARGETS (${list})|\/\*\* (${list})|(${list}) of TARGETS|\((${list})\))`,
      'g',
    );
    const references = sources.flatMap((file) => {
      const text = joinLines(read(file));
      const passages = isAboutTargets(file) ? [text] : [...text.matchAll(named)].map(([match]) => match);
      return passages.flatMap((passage) =>
        findAll(passage, new RegExp(String.raw`\b(?<![-/.])(${token})`, 'g')).map((row) => ({ file, row })),
      );
    });
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(({ row }) => !rows.has(row))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  /** The sections of ASVS 5.0.0 with requirements of level 1 or 2, and the last number of each: 1.1 ends with 1.1.2. */
  const chapters: Record<number, string> = {
    1: '1.2 2.9 3.11 4.3 5.2',
    2: '1.3 2.3 3.4 4.1',
    3: '2.2 3.4 4.6 5.5 7.2',
    4: '1.3 2.1 3.2 4.4',
    5: '1.1 2.3 3.2 4.3',
    6: '1.3 2.12 3.4 4.4 5.5 6.3 8.4',
    7: '1.3 2.4 3.2 4.5 5.2 6.2',
    8: '1.2 2.3 3.1 4.1',
    9: '1.3 2.4',
    10: '1.2 2.2 3.4 4.11 5.5 6.2 7.3',
    11: '1.2 2.3 3.3 4.4 5.1 6.1',
    12: '1.3 2.2 3.4',
    13: '1.1 2.5 3.2 4.5',
    14: '1.2 2.4 3.3',
    15: '1.3 2.3 3.7',
    16: '1.1 2.5 3.4 4.3 5.3',
    17: '1.1 2.4 3.2',
  };
  const requirements = Object.entries(chapters).flatMap(([chapter, sections]) =>
    sections.split(' ').flatMap((text) => {
      const [section, last] = text.split('.').map(Number);
      return Array.from({ length: last ?? 0 }, (_, index) => `${chapter}.${section}.${index + 1}`);
    }),
  );
  type State = 'met' | 'not applicable' | 'accepted';

  const text = read('docs/security.md');
  const getState = (heading: string): State =>
    heading === 'Accepted' ? 'accepted' : heading === 'Not applicable' ? 'not applicable' : 'met';
  const toIds = (range: string) => {
    const [first = '', last = first] = range.split(' to ');
    return requirements.slice(requirements.indexOf(first), requirements.indexOf(last) + 1);
  };
  const rows = text.split(/^## /m).flatMap((section) =>
    [...section.matchAll(/^\| ([\d.]+[\d., to]*) \| (\d) \| (.+) \|$/gm)].map(
      ([, ranges = '', level = '', evidence = '']) => ({
        ids: ranges.split(', ').flatMap(toIds),
        level,
        state: getState(section.split('\n', 1)[0] ?? ''),
        evidence,
      }),
    ),
  );

  it('has each requirement of levels 1 and 2 in exactly one row', () => {
    expect(requirements).toHaveLength(253);
    const inRows = rows.flatMap(({ ids }) => ids);
    expect(inRows.toSorted()).toEqual(requirements.toSorted());
  });

  it('gives a test or a document to what is met', () => {
    const hasProof = ({ evidence }: { evidence: string }) => /\.test\.tsx?`|\.md`/.test(evidence);
    expect(rows.filter((row) => row.state === 'met' && !hasProof(row))).toEqual([]);
  });

  it('counts its requirements', () => {
    const states: State[] = ['met', 'not applicable', 'accepted'];
    const count = (levels: string[], state?: State) =>
      rows
        .filter((row) => levels.includes(row.level) && (state ?? row.state) === row.state)
        .reduce((sum, { ids }) => sum + ids.length, 0);
    const table = Object.entries({ 1: ['1'], 2: ['2'], both: ['1', '2'] }).map(
      ([name, levels]) =>
        `| ${name} | ${states.map((state) => count(levels, state)).join(' | ')} | ${count(levels)} |`,
    );
    expect([count(['1']), count(['2'])]).toEqual([70, 183]);
    expect(text).toContain(table.join('\n'));
  });

  it('names files of the repository that exist', () => {
    const named = findAll(text, /`(\w[\w./-]*(?:\.[a-z]+|\/))`/g);
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });
});

it('each row of scripts/soak.ts names a test of its files', () => {
  const rows = [...read('scripts/soak.ts').matchAll(/files: \[([^\]]+)\],\n\s+name: '([^']+)'/g)];
  expect(rows.length).toBeGreaterThan(4);
  const lost = rows.filter(
    ([, files = '', name = '']) => !findAll(files, /'([^']+)'/g).some((file) => read(file).includes(name)),
  );
  expect(lost.map(([, , name]) => name)).toEqual([]);
});

describe('the decision records', () => {
  it.each(decisions)('%s has a number, a title and the five headings', (file) => {
    const text = read(file).replace(/^```[\s\S]*?^```/gm, '');
    const number = basename(file).slice(0, 4);
    expect(text.split('\n')[0]).toMatch(new RegExp(`^# ${number}: \\S`));
    expect(findAll(text, /^## (.+)$/gm)).toEqual([
      'Status',
      'Context',
      'Decision',
      'Consequences',
      'Alternatives',
    ]);
  });

  it('docs/decisions/README.md lists each record once, in order, by its title', () => {
    const listed = findAll(read('docs/decisions/README.md'), /^- (.*)$/gm).filter((line) =>
      /^\[\d{4}/.test(line),
    );
    const titles = decisions.map((file) => `[${headings(file)[0]}](${basename(file)})`);
    expect(listed).toEqual(titles);
  });
});
