import type { Answer } from '../http/answer.ts';
import type { ChannelEvent } from '../messages/event.ts';

/** An event, and the entry of the subscriber's own list that brought it. */
export interface Match {
  event: ChannelEvent;
  subscription: string;
}

/**
 * What a poll has heard since it was opened, told backwards: the last event, and what was heard before it. Polls that
 * heard the same hold the same object, so that a thousand subscribers of one channel cost one list and one answer.
 */
export class Heard {
  readonly match: Match | null;
  readonly count: number;
  /** What those get who have heard just this when the round ends. */
  answer: Answer | null = null;
  readonly #before: Heard | null;
  #next: Heard | null = null;

  constructor(before: Heard | null, match: Match | null) {
    this.#before = before;
    this.match = match;
    this.count = before ? before.count + 1 : 0;
  }

  and(match: Match): Heard {
    if (this.#next?.match !== match) this.#next = new Heard(this, match);
    return this.#next;
  }

  /** Oldest first. */
  matches(): Match[] {
    const matches: Match[] = [];
    let match = this.match;
    for (let before = this.#before; match; before = before ? before.#before : null) {
      matches.push(match);
      match = before?.match ?? null;
    }
    return matches.reverse();
  }
}
