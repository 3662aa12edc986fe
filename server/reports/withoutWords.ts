import type { Event } from '@sentry/node';
import { bareMessage } from '#contract/bareMessage.ts';

/** Code and places stay; values in messages, the request, and the person do not. */
export function withoutWords<E extends Event>(event: E): E {
  delete event.user;
  delete event.request;
  delete event.breadcrumbs;
  delete event.extra;
  if (event.message) event.message = bareMessage(event.message);
  for (const exception of event.exception?.values ?? []) {
    if (exception.value) exception.value = bareMessage(exception.value);
    for (const frame of exception.stacktrace?.frames ?? []) delete frame.vars;
  }
  return event;
}
