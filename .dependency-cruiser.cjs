/** A rule; a path alone matches the modules below it. */
const forbid = (name, from, to, comment) => ({
  name,
  severity: 'error',
  from: typeof from === 'string' ? { path: from } : from,
  to: typeof to === 'string' ? { path: to } : to,
  ...(comment && { comment }),
});

/** Product code of a path; tests may import more. */
const productCode = (path) => ({ path, pathNot: '[.]test[.]tsx?$' });

/** The import rules of docs/architecture.md, checked by `npm test`. */
module.exports = {
  forbidden: [
    forbid('no-circles', {}, { circular: true }),
    forbid(
      'contract-imports-only-itself',
      { path: '^contract/', pathNot: '[.](test|fixture)[.]ts$' },
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
      'modules-are-used-through-their-service',
      productCode('^server/([^/]+)/'),
      {
        path: '^server/[^/]+/.*-(db|routes)[.]ts$',
        pathNot: ['^server/($1|http)/', '^server/(users|sessions|jobs)/[^/]+-db[.]ts$'],
      },
      'SQL and routes are private to a module. Sessions and accounts join the tables of users and sessions; whoever has work for later adds it in its own transaction.',
    ),
    forbid(
      'users-and-sessions-do-not-import-accounts',
      productCode('^server/(users|sessions)/'),
      '^server/account/',
      'Accounts build on sessions, sessions on users.',
    ),
    forbid(
      'users-do-not-import-sessions',
      productCode('^server/account/users/'),
      '^server/account/sessions/',
    ),
    forbid(
      'only-sessions-accounts-and-passkeys-join-users',
      { path: '^server/', pathNot: ['^server/(users|sessions|accounts|passkeys)/', '[.]test[.]ts$'] },
      '^server/(users|sessions)/[^/]+-db[.]ts$',
    ),
    forbid(
      'ideas-do-not-import-push',
      productCode('^server/ideas/'),
      '^server/notifications/',
      'Push implements the notifier that ideas declare.',
    ),
    forbid(
      'database-does-not-import-http-errors',
      productCode('^server/database/'),
      '^server/app-error[.]ts$',
    ),
    forbid('only-tests-import-test-helpers', '^server/(?!testing/).*(?<![.]test)[.]ts$', '^server/testing/'),
    forbid(
      'only-tests-import-web-test-helpers',
      { path: '^web/', pathNot: ['^web/testing/', '[.]test[.]tsx?$'] },
      '^web/testing/',
    ),
    // The web app's layers: app -> pages -> features -> entities -> shared.
    forbid('shared-is-the-bottom-layer', '^web/shared/', '^web/(entities|features|pages|app)/'),
    forbid('entities-import-only-shared', '^web/entities/', '^web/(features|pages|app)/'),
    forbid('features-do-not-import-upwards', '^web/features/', '^web/(pages|app)/'),
    forbid(
      'features-do-not-import-each-other',
      '^web/features/([^/]+)/',
      { path: '^web/features/', pathNot: '^web/features/$1/' },
      'What two features need belongs to an entity or to shared; a page composes features.',
    ),
    // Folders of one layer build on each other one way too.
    forbid('glossary-does-not-import-ideas', productCode('^web/glossary/'), '^web/ideas/'),
    forbid(
      'ideas-do-not-import-reading',
      '^web/entities/(glossary|idea)/',
      '^web/ideas/reading/',
      'What a person has seen builds on ideas.',
    ),
    forbid('loading-does-not-import-ui', '^web/shared/loading/', '^web/shared/ui/'),
    forbid('storage-does-not-import-pwa', '^web/shared/storage/', '^web/shared/pwa/'),
    forbid('http-does-not-import-operations', productCode('^server/http/'), '^server/operations/'),
    forbid('pages-do-not-import-the-app', '^web/pages/', '^web/app/'),
    forbid(
      'pages-do-not-fetch',
      '^web/pages/',
      '^web/shared/api/api-request[.]ts$',
      'A page composes; a feature or an entity makes the call.',
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
