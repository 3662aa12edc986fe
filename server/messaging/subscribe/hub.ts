import { type ChannelEvent, KIND } from '#server/messaging/log/event.ts';
import type { FlushDelay } from './flushDelay.ts';
import { type Match, PendingEvents } from './pendingEvents.ts';

/** What a poll subscribes to: routing keys in order of preference, each with its entry in the subscriber's list. */
export interface PollSubscriptions {
  routingKeys: ReadonlyMap<string, string>;
  /** The subscriber's filter. It never applies to presence events. */
  filter: ((event: ChannelEvent) => boolean) | null;
}

export interface OpenPoll extends PollSubscriptions {
  /** Called once, with the events since the poll was opened. The response closes the poll. */
  respond(pending: PendingEvents): void;
}

export const passesFilter = ({ filter }: PollSubscriptions, event: ChannelEvent): boolean =>
  filter === null || event.kind === KIND.presence || filter(event);

/**
 * Open polls, indexed by routing key, so that the cost of a delivery does not depend on the number of other polls. A
 * response costs many times what an event in it costs. At low load each batch is flushed immediately; under load the
 * next flush waits and collects the events of several batches. See
 * docs/decisions/0033-messaging-durability-and-order.md.
 */
export class Hub {
  readonly #polls = new Map<string, Set<OpenPoll>>();
  /** Polls with events that wait for the next flush. */
  readonly #pending = new Map<OpenPoll, PendingEvents>();
  #noEvents = new PendingEvents(null, null);
  readonly #flushDelay: FlushDelay;
  /** Cancels the scheduled flush. */
  #cancelFlush: (() => void) | null = null;

  constructor(flushDelay: FlushDelay) {
    this.#flushDelay = flushDelay;
  }

  /** Whether the load is so high that new polls with missed events wait for the next flush. */
  get isFlushDelayed(): boolean {
    return this.#cancelFlush !== null || this.#flushDelay.remainingMs() > 0;
  }

  /** Opens a poll. Events in `missed` are sent with the next flush. */
  open(poll: OpenPoll, missed: readonly Match[] = []): void {
    for (const key of poll.routingKeys.keys()) {
      const polls = this.#polls.get(key);
      if (polls) polls.add(poll);
      else this.#polls.set(key, new Set([poll]));
    }
    if (missed.length === 0) return;
    this.#pending.set(
      poll,
      missed.reduce((pending, match) => pending.with(match), this.#noEvents),
    );
    this.#scheduleFlush();
  }

  close(poll: OpenPoll): void {
    this.#pending.delete(poll);
    for (const key of poll.routingKeys.keys()) {
      const polls = this.#polls.get(key);
      polls?.delete(poll);
      if (polls?.size === 0) this.#polls.delete(key);
    }
  }

  deliver(batch: readonly { event: ChannelEvent; routingKeys: readonly string[] }[]): void {
    for (const { event, routingKeys } of batch) for (const key of routingKeys) this.#addToPolls(event, key);
    this.#scheduleFlush();
  }

  #scheduleFlush(): void {
    if (this.#pending.size === 0 || this.#cancelFlush) return;
    const delay = this.#flushDelay.remainingMs();
    // Runs in a later turn of the event loop, so that publishers get their acknowledgement first and can send the next
    // message.
    if (delay <= 0) {
      const immediate = setImmediate(() => this.flush());
      this.#cancelFlush = () => clearImmediate(immediate);
    } else {
      const timer = setTimeout(() => this.flush(), delay);
      this.#cancelFlush = () => clearTimeout(timer);
    }
  }

  /**
   * Responds to all polls with pending events. Call it before a poll ends in another way; otherwise its cursor skips
   * events.
   */
  flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    if (this.#pending.size === 0) return;
    const polls = [...this.#pending];
    this.#pending.clear();
    this.#noEvents = new PendingEvents(null, null);
    this.#flushDelay.flushStarted();
    for (const [poll, pending] of polls) poll.respond(pending);
    // The responses are written at the end of this turn.
    setImmediate(() => this.#flushDelay.flushEnded());
  }

  #addToPolls(event: ChannelEvent, key: string): void {
    let match: Match | undefined;
    for (const poll of this.#polls.get(key) ?? []) {
      const pending = this.#pending.get(poll) ?? this.#noEvents;
      // Two routing keys of a poll can match the same event: the first one counts.
      if (pending.match?.event === event || !passesFilter(poll, event)) continue;
      const subscription = poll.routingKeys.get(key) ?? event.channel;
      if (match?.subscription !== subscription) match = { event, subscription };
      this.#pending.set(poll, pending.with(match));
    }
  }
}
