import { type HttpResponse, text } from '#server/messaging/http/response.ts';
import { REGION } from '#server/messaging/log/event.ts';
import type { Timetoken } from '#server/messaging/timetokens.ts';
import type { Match, PendingEvents } from './pendingEvents.ts';

export const MAX_EVENTS_PER_RESPONSE = 100;

export const pollBody = (matches: readonly Match[], cursor: Timetoken): string =>
  `{"t":{"t":"${cursor}","r":${REGION}},"m":[${matches.map(({ event, subscription }) => event.envelope(subscription)).join(',')}]}`;

/**
 * One response for all polls with the same pending events. They also share the cursor, because a flush has one `end`.
 */
export function sharedResponse(pending: PendingEvents, end: Timetoken): HttpResponse {
  if (pending.response) {
    pending.response.shared ??= { bytes: null };
    return pending.response;
  }
  const matches = pending.matches();
  const first = matches.slice(0, MAX_EVENTS_PER_RESPONSE);
  const cursor =
    first.length < matches.length ? (first[MAX_EVENTS_PER_RESPONSE - 1]?.event.timetoken ?? end) : end;
  pending.response = text(pollBody(first, cursor));
  return pending.response;
}
