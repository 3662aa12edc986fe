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

/** Removes a method of a class and its accessor. Prettier formats the package, so a method ends at the brace of its indentation. */
const method = (name: string): [pattern: RegExp, replacement: string] => [
  new RegExp(
    String.raw`^  (?:(?:public|private|static|async|get|set) )*${name}(?:<[^(]*>)?\([\s\S]*?^  \}\n`,
    'gm',
  ),
  '',
];

/** Calls of the messaging SDK that the product never makes. Each has a request class, which is removed with it. */
const unusedCalls =
  'fire removeMessageAction deleteMessages history whereNow getState setState presence grantToken revokeToken grant audit ' +
  'fetchUsers fetchUser createUser updateUser removeUser fetchSpaces fetchSpace createSpace updateSpace removeSpace ' +
  'fetchMemberships addMemberships updateMemberships removeMemberships sendFile publishFile listFiles downloadFile ' +
  'deleteFile encrypt decrypt encryptFile decryptFile channelMetadata userMetadata notificationPayload';
const unusedObjectCalls =
  '_?getAllUUIDMetadata _?getUUIDMetadata _?setUUIDMetadata _?removeUUIDMetadata _?getAllChannelMetadata ' +
  '_?getChannelMetadata _?setChannelMetadata _?removeChannelMetadata getChannelMembers setChannelMembers ' +
  'removeChannelMembers removeMemberships fetchMemberships addMemberships';

/** The messaging SDK's log, which is off, its unused calls, and its payloads for files. */
const pubnub = [
  trimmed(/pubnub[\\/]src[\\/]core[\\/]pubnub-common\.ts$/, unusedCalls.split(' ').map(method)),
  trimmed(/pubnub[\\/]src[\\/]core[\\/]pubnub-objects\.ts$/, unusedObjectCalls.split(' ').map(method)),
  trimmed(/pubnub[\\/]src[\\/]core[\\/]components[\\/]configuration\.ts$/, [[/new ConsoleLogger\(\),/, '']]),
  trimmed(/pubnub[\\/]src[\\/]web[\\/]index\.ts$/, [[/public File: \S+<.*> = PubNubFile;/, '']]),
  trimmed(
    /pubnub[\\/]src[\\/].*(pubnub-common|pubnub-objects|entities[\\/]subscription(-base|-set)?|event-engine[\\/]index|engine|presence[\\/]presence|middleware|web-transport)\.ts$/,
    [[/(?<![\w.])[\w.]*logger(?:\(\))?\.(?:trace|debug|info|warn|error)\(/g, 'false && $&']],
  ),
];

/** Packages without their unused parts. */
export const trimmedPackages = [reactRouter, ...pubnub];
