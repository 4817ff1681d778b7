/** The import rules of docs/architecture.md, checked by `npm test`. */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-stands-alone',
      comment: 'Both ends trust the contract, so it may lean on nothing that only one of them has.',
      severity: 'error',
      from: { path: '^contract/', pathNot: '[.](test|fixture)[.]ts$' },
      to: { pathNot: ['^contract/', '^node_modules/(zod|big[.]js|@types/big[.]js|canonicalize)/'] },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server|scripts)/' },
    },
    {
      name: 'a-module-is-reached-through-its-service',
      comment: 'SQL and routes of a module are its own; others ask its service.',
      severity: 'error',
      from: { path: '^server/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^server/(auth|ideas|ledger|performance|chat|profiles|notifications|media|videos|push)/[^/]+-(db|routes)[.]ts$',
        pathNot: '^server/$1/',
      },
    },
    {
      name: 'features-never-import-each-other',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'lib-and-ui-are-the-bottom',
      severity: 'error',
      from: { path: '^web/(lib|ui)/' },
      to: { path: '^web/(features|screens|app)/' },
    },
    {
      name: 'features-know-no-screens',
      severity: 'error',
      from: { path: '^web/features/' },
      to: { path: '^web/(screens|app)/' },
    },
    {
      name: 'screens-do-not-fetch',
      comment: 'A screen composes; the feature knows the call.',
      severity: 'error',
      from: { path: '^web/screens/' },
      to: { path: '^web/lib/api-request[.]ts$' },
    },
    {
      name: 'nothing-orphaned',
      severity: 'error',
      // Public files are reached by their address, not by an import.
      from: { orphan: true, pathNot: ['^web/public/', '[.]d[.]ts$', '[.]test[.]tsx?$', '[.]config[.]ts$'] },
      to: {},
    },
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
