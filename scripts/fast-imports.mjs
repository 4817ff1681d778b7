// Preloaded (`node --import`) wherever the server is started; more than halves the startup time.
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches compiled scripts in node_modules; does nothing if that is not writable.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

const DRIZZLE = '/node_modules/drizzle-orm/';

/** Packages as our own files import them. */
const packages = new Map();

// For each import of a package, and for each file within it, Node reads the package.json, for the address and to see whether .js
// means a module. Drizzle's has 180 kB, so its hundred files and our sixty imports took most of a start. Within Drizzle .js
// always means a module.
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '', conditions } = context;
    if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.includes(DRIZZLE))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (specifier.startsWith('.') || parentURL.includes('/node_modules/')) return next(specifier, context);
    const key = `${specifier} ${conditions}`;
    const known = packages.get(key) ?? { ...next(specifier, context), shortCircuit: true };
    packages.set(key, known);
    return known;
  },
});
