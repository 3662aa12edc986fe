import type { HttpResponse } from '#server/messaging/http/response.ts';
import type { ChannelEvent } from '#server/messaging/log/event.ts';

/** An event, and the entry of the subscriber's list that it matched. */
export interface Match {
  event: ChannelEvent;
  subscription: string;
}

/**
 * Events that wait for a poll's response, as a linked list from the newest to the oldest. Polls with the same pending
 * events share one object, so that 1,000 subscribers of a channel need one list and one response.
 */
export class PendingEvents {
  readonly match: Match | null;
  readonly count: number;
  /** The response for the polls that have exactly these events at the flush. */
  response: HttpResponse | null = null;
  readonly #previous: PendingEvents | null;
  #next: PendingEvents | null = null;

  constructor(previous: PendingEvents | null, match: Match | null) {
    this.#previous = previous;
    this.match = match;
    this.count = previous ? previous.count + 1 : 0;
  }

  with(match: Match): PendingEvents {
    if (this.#next?.match !== match) this.#next = new PendingEvents(this, match);
    return this.#next;
  }

  /** Oldest first. */
  matches(): Match[] {
    const matches: Match[] = [];
    let match = this.match;
    for (let previous = this.#previous; match; previous = previous ? previous.#previous : null) {
      matches.push(match);
      match = previous?.match ?? null;
    }
    return matches.reverse();
  }
}
