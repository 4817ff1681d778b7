import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';
import { separateHosting } from './scripts/separate-hosting-plugin.ts';
import { serviceWorker } from './scripts/service-worker-plugin.ts';
import { BUDGET, gzipSize } from './scripts/web-weight.ts';

/** The server that `vite` talks to while developing; scripts/dev.ts starts one. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';
/** What the server answers. Files of web/media are modules, and uploads have a name of 32 digits. */
const PROXIED = [
  '/api',
  '^/media/[0-9a-f]{32}',
  '/profile-images',
  '/feeds',
  '/manifest.webmanifest',
  '/healthz',
  '/readyz',
];

const web = normalizePath(fileURLToPath(new URL('./web/', import.meta.url)));

type GroupOf = Rolldown.CodeSplittingNameFunction;
type Graph = Parameters<GroupOf>[1];

/** A module and all it imports, of imports too; what it loads later is not among them. */
const startedBy = (root: string, graph: Graph): Set<string> => {
  const found = new Set([web + root]);
  for (const id of found) for (const other of graph.getModuleInfo(id)?.importedIds ?? []) found.add(other);
  return found;
};

/**
 * The chunks that most pages share. Left alone, the bundler makes a chunk for each set of pages that share something: 40
 * for a market view, most below a kilobyte, which compress badly. `vendor` does not change with our releases; `start` is
 * what every page, or both the login and the shell, need; `signed-in` is the shell and the market view, `login` what only
 * the login needs.
 */
const chunkName = (): GroupOf => {
  // Popups alone need with-selector.
  const vendor =
    /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store(?!.*with-selector)|zod)\/|preload-helper/;
  const roots = {
    start: 'main.tsx',
    shell: 'app/signed-in-shell.tsx',
    market: 'pages/customer-market-page.tsx',
    login: 'pages/customer-login-page.tsx',
  };
  type Part = keyof typeof roots;
  let parts: Map<Part, Set<string>> | undefined;
  return (id, graph) => {
    parts ??= new Map(Object.entries(roots).map(([part, root]) => [part as Part, startedBy(root, graph)]));
    const isIn = (part: Part) => parts?.get(part)?.has(id) === true;
    if (vendor.test(id)) return 'vendor';
    // The entry keeps a file of its own, and the bundler's runtime belongs to none.
    if (id.startsWith('\0') || id === `${web}main.tsx` || id === `${web}index.html`) return null;
    const isEarly = isIn('shell') || isIn('market');
    if (isIn('start') || (isEarly && isIn('login'))) return 'start';
    if (isEarly) return 'signed-in';
    return isIn('login') ? 'login' : null;
  };
};

/** In the order in which they are filled: a group takes what its modules import unless an earlier one has it. */
const groups = (): Rolldown.CodeSplittingGroup[] => {
  const nameOf = chunkName();
  return ['vendor', 'start', 'signed-in', 'login'].map((group) => ({
    debugName: group,
    name: (id, graph) => (nameOf(id, graph) === group ? group : null),
  }));
};

/**
 * The lazy parts each budget is made of, beside the entry, as `npm run bench -- W1 W2` and `e2e/web-weight.slow.test.ts` find
 * them in a browser. A market view: its page, the shell, the deferred parts, and the tour of a first visit. What a press
 * opens is loaded by the press.
 */
const PARTS = {
  login: /\/customer-login-page[.]tsx$/,
  market: /\/(signed-in-shell|customer-market-page|deferred-ui|deferred-shell|tour)[.]tsx$/,
};
/** The one script that is no module: it runs before the first paint. */
const STARTUP_SCRIPT = readFileSync(join(web, 'public/startup.js'));

/** Prints the budgets after a build, and fails the build if one is exceeded. */
const budgets = (): Plugin => ({
  name: 'budgets',
  apply: 'build',
  generateBundle: {
    // Last: only then does each file hold the list of what is loaded along with its lazy parts.
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
      const neededBy = (roots: typeof chunks) => {
        const names = new Set(roots.map(({ fileName }) => fileName));
        for (const name of names) {
          const part = bundle[name];
          if (part?.type === 'chunk') for (const other of part.imports) names.add(other);
        }
        return names;
      };
      const entry = chunks.filter(({ isEntry }) => isEntry);
      const withParts = (parts: RegExp) =>
        neededBy([...entry, ...chunks.filter(({ moduleIds }) => moduleIds.some((id) => parts.test(id)))]);
      const login = withParts(PARTS.login);
      const market = withParts(PARTS.market);
      const used = { login: gzipSize(STARTUP_SCRIPT), market: gzipSize(STARTUP_SCRIPT), css: 0 };
      for (const part of Object.values(bundle)) {
        if (part.type === 'chunk' && login.has(part.fileName)) used.login += gzipSize(part.code);
        if (part.type === 'chunk' && market.has(part.fileName)) used.market += gzipSize(part.code);
        if (part.type === 'asset' && part.fileName.endsWith('.css')) used.css += gzipSize(part.source);
      }
      for (const [what, bytes] of Object.entries(used) as [keyof typeof BUDGET, number][]) {
        const line = `${what}: ${(bytes / 1000).toFixed(1)} kB of ${BUDGET[what] / 1000} kB gzip`;
        if (bytes > BUDGET[what]) this.error(`Over budget, ${line}`);
        this.info(line);
      }
    },
  },
});

/** What works without a network: the shell, the markets, one market with its ideas, the histories, the rooms, and what these open. */
const worker = () =>
  serviceWorker({
    source: join(web, 'sw.ts'),
    modules:
      /\/(signed-in-shell|(customer-dashboard|customer-market|customer-history|customer-chat|customer-login|idea|bookmarks)-page|idea-compare|market-list|idea-detail(-content)?|notification-settings-form|news-list|search-dialog|(dialog|menu|tooltip)-popup|nav-sheet|toast-host|deferred-ui|deferred-shell|offline-bar|offline-persister|sign-out-cleanup|ended-session-notice)[.]tsx?$/,
    assets: /^index[.]html$|[.]css$|geist-latin-wght[^/]*[.]woff2$/,
    publicFiles: ['startup.js', 'favicon.svg'],
    maxBytes: 370_000,
  });

/** Lets every `import()` of a built file download what it needs first (web/shared/loading/import-after-download.ts). */
const importAfterDownload = (): Plugin => ({
  name: 'import-after-download',
  apply: 'build',
  transform: {
    filter: { id: /preload-helper/ },
    handler: () => ({
      code: `export { importAfterDownload as __vitePreload } from '${web}shared/loading/import-after-download.ts';`,
      map: null,
    }),
  },
});

/** Writes a .br and a .gz file beside every text file, which the server sends without compressing at run time. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/[.](js|css|svg|json|webmanifest)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const content = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(content));
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    }
  },
});

export default defineConfig({
  root: new URL('./web', import.meta.url).pathname,
  plugins: [
    react(),
    tailwindcss(),
    budgets(),
    importAfterDownload(),
    separateHosting(process.env.VITE_API_BASE),
    worker(),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome120', 'firefox125', 'safari17'],
    modulePreload: {
      // Every browser of the targets knows modulepreload.
      polyfill: false,
      // A lazy part without imports would come without its own file.
      resolveDependencies: (file, imports, { hostType }) =>
        hostType === 'js' && imports.length === 0 ? [file] : imports,
    },
    // One file that the page links: a lazy part's CSS would be downloaded but not applied.
    cssCodeSplit: false,
    // An inlined font or image would be a data: URL, which the CSP does not allow.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
    rolldownOptions: { output: { codeSplitting: { groups: groups() } } },
  },
  server: {
    fs: { allow: [import.meta.dirname] },
    proxy: Object.fromEntries(PROXIED.map((path) => [path, api])),
  },
});
