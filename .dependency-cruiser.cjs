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
      comment:
        'SQL and routes of a module are its own; others ask its service. Sessions and accounts join the tables of users and sessions.',
      severity: 'error',
      from: { path: '^server/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^server/(accounts|sessions|users|ideas|ledger|performance|chat|profiles|notifications|media|videos|push)/.*-(db|routes)[.]ts$',
        pathNot: ['^server/$1/', '^server/(users|sessions)/[^/]+-db[.]ts$'],
      },
    },
    {
      name: 'users-sessions-accounts',
      comment: 'Accounts build on sessions, sessions on users.',
      severity: 'error',
      from: { path: '^server/(users|sessions)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^server/accounts/' },
    },
    {
      name: 'users-know-no-sessions',
      severity: 'error',
      from: { path: '^server/users/', pathNot: '[.]test[.]ts$' },
      to: { path: '^server/sessions/' },
    },
    {
      name: 'only-sessions-and-accounts-join-users',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/(users|sessions|accounts)/', '[.]test[.]ts$'] },
      to: { path: '^server/(users|sessions)/[^/]+-db[.]ts$' },
    },
    {
      name: 'ideas-know-no-push',
      comment: 'Push implements the notifier that ideas declare.',
      severity: 'error',
      from: { path: '^server/ideas/', pathNot: '[.]test[.]ts$' },
      to: { path: '^server/push/' },
    },
    {
      name: 'the-database-knows-no-http-errors',
      severity: 'error',
      from: { path: '^server/database/', pathNot: '[.]test[.]ts$' },
      to: { path: '^server/app-error[.]ts$' },
    },
    // The web app's layers: app -> pages -> features -> entities -> shared.
    {
      name: 'shared-is-the-bottom-layer',
      severity: 'error',
      from: { path: '^web/shared/' },
      to: { path: '^web/(entities|features|pages|app)/' },
    },
    {
      name: 'entities-import-only-shared',
      severity: 'error',
      from: { path: '^web/entities/' },
      to: { path: '^web/(features|pages|app)/' },
    },
    {
      name: 'features-do-not-import-upwards',
      severity: 'error',
      from: { path: '^web/features/' },
      to: { path: '^web/(pages|app)/' },
    },
    {
      name: 'features-do-not-import-each-other',
      comment: 'What two features need belongs to an entity or to shared; a page composes features.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'pages-do-not-import-the-app',
      severity: 'error',
      from: { path: '^web/pages/' },
      to: { path: '^web/app/' },
    },
    {
      name: 'pages-do-not-fetch',
      comment: 'A page composes; a feature or an entity makes the call.',
      severity: 'error',
      from: { path: '^web/pages/' },
      to: { path: '^web/shared/api/api-request[.]ts$' },
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
