import type { Event } from '@sentry/node';

const HIDDEN = '‹text›';
/** Quoted pieces of a message are what somebody sent, and so is whatever looks like an address or a token. */
const PIECES: [RegExp, string][] = [
  [/\nparams: [\s\S]*/, ''],
  [/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|“[^”]*”/g, `"${HIDDEN}"`],
  [/\S+@\S+/g, HIDDEN],
  [/[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*/g, HIDDEN],
  [/\?[^\s)]*/g, ''],
];
const bare = (text: string) => PIECES.reduce((rest, [piece, mark]) => rest.replace(piece, mark), text);

/** Code and places stay; values in messages, the request, and the person do not. */
export function withoutWords<E extends Event>(event: E): E {
  delete event.user;
  delete event.request;
  delete event.breadcrumbs;
  delete event.extra;
  if (event.message) event.message = bare(event.message);
  for (const exception of event.exception?.values ?? []) {
    if (exception.value) exception.value = bare(exception.value);
    for (const frame of exception.stacktrace?.frames ?? []) delete frame.vars;
  }
  return event;
}
