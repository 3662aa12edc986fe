import { trimmed } from './trimmed.ts';
import { trimmedPubnub } from './trimmedPubnub.ts';

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

/** Icons are created by import, not by name, and have no context. */
const icons = [
  trimmed(/lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/, [
    [/typeof iconDataOrName === "string" \? .* : iconDataOrName/, 'iconDataOrName'],
    [/^ {2}if \(iconData\.name\) \{\n.*\n {2}\}\n/m, ''],
  ]),
  trimmed(/lucide-react[\\/]dist[\\/]esm[\\/]Icon\.mjs$/, [[/useLucideContext\(\) \?\? \{\}/, '{}']]),
];

/** Parts of schemas that only JSON Schema and templates of strings read. The client has neither. */
const zod = [
  trimmed(/zod[\\/]v4[\\/]mini[\\/]schemas\.js$/, [[/^export const (?:describe|meta) = .*$/gm, '']]),
  trimmed(/zod[\\/]v4[\\/]core[\\/]schemas\.js$/, [
    [/^ {4}util\.defineLazyInternal\(inst, "pattern", \(zod\) => (?:\{\n(?: {8}.*\n)* {4}\}|.*)\);\n/gm, ''],
  ]),
];

/** Packages without their unused parts. */
export const trimmedPackages = [reactRouter, ...icons, ...zod, ...trimmedPubnub];

/** The shapes of an icon have keys, without which only React's development build prints a warning. */
export const trimmedInProduction = [
  trimmed(/lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/].*\.mjs$/, [[/,\s*key: "\w+"/g, '']]),
];
