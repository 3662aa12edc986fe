import type { Event } from '@sentry/node';
import { redactMessage } from '#contract/messaging/redactMessage.ts';

/** Removes the person, the request and all values in messages. Code and positions stay. */
export function redactEvent<E extends Event>(event: E): E {
  delete event.user;
  delete event.request;
  delete event.breadcrumbs;
  delete event.extra;
  if (event.message) event.message = redactMessage(event.message);
  for (const exception of event.exception?.values ?? []) {
    if (exception.value) exception.value = redactMessage(exception.value);
    for (const frame of exception.stacktrace?.frames ?? []) delete frame.vars;
  }
  return event;
}
