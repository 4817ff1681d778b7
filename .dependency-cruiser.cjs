const { rooms } = require('./scripts/rooms.ts');

const tests = '[.](test|fixture)[.]tsx?$|^(server|web)/testing/';

/** A rule; a path alone matches the modules below it. */
const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: typeof to === 'string' ? { path: to } : to,
  ...(comment && { comment }),
});
const toPath = (names) => `(${names.join('|')})(/|$)`.replaceAll('.', '[.]');

/** The import rules of docs/architecture.md, checked by `npm test`. */
module.exports = {
  forbidden: [
    forbid('no-circles', {}, { circular: true }),
    ...rooms.map((room, index) =>
      forbid(
        `${room}-imports-what-stands-before-it`,
        { path: `^(contract|server|web)/${toPath([room])}`, pathNot: tests },
        `^$1/${toPath(rooms.slice(index + 1))}`,
      ),
    ),
    forbid(
      'every-file-is-in-a-room',
      { pathNot: tests },
      { path: '^(contract|server|web)/', pathNot: [`^[a-z]+/${toPath(rooms)}`, tests] },
    ),
    forbid(
      'contract-imports-only-itself',
      { path: '^contract/', pathNot: tests },
      { pathNot: ['^contract/', '^node_modules/(zod|big[.]js|@types/big[.]js|canonicalize)/'] },
      'Server and web app import the contract, so it must not depend on what only one of them has.',
    ),
    forbid('server-never-imports-web', '^server/', '^web/'),
    forbid(
      'web-never-imports-server',
      { path: '^web/', pathNot: ['[.]conformance[.]test[.]ts$', '^web/testing/conformance[.]ts$'] },
      '^(server|scripts)/',
      'A conformance test sends the same calls to a fake and to the real server.',
    ),
    forbid(
      'sql-and-routes-are-private-to-a-room',
      { path: '^server/([^/]+)/', pathNot: tests },
      {
        path: '^server/[^/]+/.*-(db|routes)[.]ts$',
        pathNot: ['^server/($1|http|jobs)/', '^server/account/(accounts|users/users)-db'],
      },
      'Other rooms call the service. Whoever has work for later adds a job in its own transaction; an educator is an account.',
    ),
    forbid(
      'only-tests-import-test-helpers',
      { path: '^(server|web)/', pathNot: tests },
      '^(server|web)/testing/',
    ),
    forbid(
      'no-orphans',
      // Public files are reached by their URL, not by an import.
      { orphan: true, pathNot: ['^web/public/', '[.]d[.]ts$', '[.]test[.]tsx?$', '[.]config[.]ts$'] },
      {},
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
