import { join } from 'node:path';

/** A webpack rule that removes unused code from the files of a package. */
const trimmed = (test: RegExp, replacements: [pattern: RegExp, replacement: string][]) => ({
  test,
  loader: join(import.meta.dirname, 'trimSource.cjs'),
  options: { replacements },
});

/** The product uses Router, Routes, Link and the hooks, without a data router. */
const reactRouter = trimmed(/react-router[\\/]dist[\\/]production[\\/]chunk-.*\.mjs$/, [
  // Components that are created at import time are kept by the bundler unless the calls are marked as pure.
  [/= (React\d*\.(?:forwardRef|createContext|memo|lazy)\()/g, '= /*#__PURE__*/ $1'],
  [/^\w+\.displayName = "\w+";$/gm, ''],
  // Links that load a page in advance.
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, '= [false, null, null]'],
  [/return shouldPrefetch && !isAbsolute \?/, 'return false ?'],
  // Removes the states and errors of a data router, which the product does not use.
  [/let dataRouterState = dataRouterOpts\?\.state;/, 'let dataRouterState;'],
  [/if \(dataRouterOpts && dataRouterState\) \{/, 'if (false) {'],
  [/if \(dataRouterState\) \{\s*error = /, 'if (false) { error = '],
  [/let errors = dataRouterState\?\.errors;\s*if \(errors != null\) \{/, 'let errors; if (false) {'],
  [/return dataRouterState && \(match\.route\.ErrorBoundary/, 'return false && (match.route.ErrorBoundary'],
  [/let matches = dataRouterOpts && dataRouterOpts\.state\.matches\.length \?/, 'let matches = false ?'],
  [/^RenderErrorBoundary\.contextType = RSCRouterContext;$/m, ''],
]);

/** The messaging SDK's log, which is off, and its payloads for push notifications and files. */
const pubnub = [
  trimmed(/pubnub[\\/]src[\\/]core[\\/]pubnub-common\.ts$/, [
    [/return new NotificationsPayload\(title, body\);/, 'return null;'],
  ]),
  trimmed(/pubnub[\\/]src[\\/]core[\\/]components[\\/]configuration\.ts$/, [[/new ConsoleLogger\(\),/, '']]),
  trimmed(/pubnub[\\/]src[\\/]web[\\/]index\.ts$/, [[/public File: \S+<.*> = PubNubFile;/, '']]),
  trimmed(
    /pubnub[\\/]src[\\/].*(pubnub-common|pubnub-objects|entities[\\/]subscription(-base|-set)?|event-engine[\\/]index|engine|presence[\\/]presence|middleware|web-transport)\.ts$/,
    [[/(?<![\w.])[\w.]*logger(?:\(\))?\.(?:trace|debug|info|warn|error)\(/g, 'false && $&']],
  ),
];

/** Packages without their unused parts. */
export const trimmedPackages = [reactRouter, ...pubnub];
