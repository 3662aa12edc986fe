/**
 * The walls of the house. Each tier imports only what stands after it:
 * contract → nothing; store → contract; sagas → store, contract; src → store, contract; server → contract.
 */
const TIERS = '^(contract|store|sagas|src|server|test|bench)/';
const only = (tier, allowed, except) => ({
  name: `${tier}-imports-${allowed.join('-and-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^${tier}/`, ...(except && { pathNot: except }) },
  to: { path: TIERS, pathNot: [`^${tier}/`, ...allowed.map((one) => `^${one}/`)] },
});
const oneHome = (name, homes, target) => ({
  name,
  severity: 'error',
  from: { path: TIERS, pathNot: [...homes, '^(test|bench)/'] },
  to: { path: target },
});

module.exports = {
  forbidden: [
    only('contract', []),
    only('store', ['contract']),
    only('sagas', ['store', 'contract']),
    only('src', ['store', 'contract'], '^src/main\\.tsx$'),
    only('server', ['contract']),
    {
      name: 'messaging-stands-alone',
      severity: 'error',
      from: { path: '^server/messaging/' },
      to: { path: '^(server/(?!messaging/)|contract/)' },
    },
    {
      name: 'server-domains-meet-at-their-index',
      comment: 'A domain of the server reaches another domain only through its index.ts.',
      severity: 'error',
      from: {
        path: '^server/(people|programs|session|chat|home|propensity|messagingConfig|outbox|realtime|admin|content|mail|objectives|team|reports|analytics|organisations)/',
      },
      to: {
        path: '^server/(people|programs|session|chat|home|propensity|messagingConfig|outbox|realtime|admin|content|mail|objectives|team|reports|analytics|organisations)/',
        pathNot: ['^server/$1/', '^server/[^/]+/index\\.ts$'],
      },
    },
    oneHome(
      'only-the-adapters-know-pubnub',
      ['^sagas/realtime/pubnub\\.ts$', '^server/realtime/pubnub\\.ts$'],
      'node_modules/pubnub/',
    ),
    oneHome(
      'effects-are-typed',
      ['^sagas/effects\\.ts$'],
      'node_modules/(@redux-saga/core/.*effects|redux-saga/effects|redux-saga/.*effects)',
    ),
    oneHome('confetti-has-one-home', ['^src/app/'], 'node_modules/canvas-confetti/'),
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: TIERS },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-orphan-imports', severity: 'error', from: { path: TIERS }, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
