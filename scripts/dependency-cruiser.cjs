/**
 * Import rules. Each tier imports only the tiers named here; see docs/decisions/0001-tiers-and-imports.md.
 * contract → nothing; store → contract; sagas → store, contract; src → store, contract; server → contract.
 */
const TIERS = '^(contract|store|sagas|src|server|test|bench)/';
/** A domain of the server: a folder in one of its areas, or one that belongs to no area. */
const DOMAIN =
  '(?:access|administration|learning|operations)/[^/]+|analytics|chat|home|mail|messagingConfig|outbox|people|realtime|team';
const only = (tier, allowed, except) => ({
  name: `${tier}-imports-${allowed.join('-and-') || 'nothing'}`,
  severity: 'error',
  from: { path: `^${tier}/`, ...(except && { pathNot: except }) },
  to: { path: TIERS, pathNot: [`^${tier}/`, ...allowed.map((one) => `^${one}/`)] },
});
const onlyIn = (name, places, target) => ({
  name,
  severity: 'error',
  from: { path: TIERS, pathNot: [...places, '^(test|bench)/'] },
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
      name: 'messaging-is-independent',
      severity: 'error',
      from: { path: '^server/messaging/' },
      to: { path: '^(server/(?!messaging/)|contract/)' },
    },
    {
      name: 'server-domains-import-by-index',
      comment: 'A domain of the server imports another domain only through its index.ts.',
      severity: 'error',
      from: { path: `^server/(${DOMAIN})/` },
      to: { path: `^server/(${DOMAIN})/`, pathNot: ['^server/$1/', `^server/(${DOMAIN})/index\\.ts$`] },
    },
    onlyIn(
      'pubnub-only-in-adapters',
      ['^sagas/realtime/pubnub(WithoutEncryption)?\\.ts$', '^server/realtime/pubnub\\.ts$'],
      'node_modules/pubnub/',
    ),
    onlyIn(
      'typed-effects-only',
      ['^sagas/effects\\.ts$'],
      'node_modules/(@redux-saga/core/.*effects|redux-saga/effects|redux-saga/.*effects)',
    ),
    onlyIn('confetti-only-in-app', ['^src/app/'], 'node_modules/canvas-confetti/'),
    {
      name: 'no-cycles',
      severity: 'error',
      from: { path: TIERS },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved-imports',
      severity: 'error',
      from: { path: TIERS },
      to: { couldNotResolve: true },
    },
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
