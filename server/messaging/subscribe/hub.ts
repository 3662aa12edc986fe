import { type ChannelEvent, KIND } from '../messages/event.ts';
import { Heard, type Match } from './heard.ts';
import type { Pace } from './pace.ts';

/** What one poll listens to: lanes in order of preference, with the name each has in the subscriber's list. */
export interface Listening {
  lanes: ReadonlyMap<string, string>;
  /** Presence is never filtered. */
  passes: ((event: ChannelEvent) => boolean) | null;
}

export interface OpenPoll extends Listening {
  /** Gets what happened since it was opened, once, and is closed with it. */
  answer(heard: Heard): void;
}

export const wants = ({ passes }: Listening, event: ChannelEvent): boolean =>
  passes === null || event.kind === KIND.presence || passes(event);

/**
 * The polls that wait, found by lane. What a delivery costs does not depend on how many others wait.
 *
 * An answer costs many times what the event in it costs. So while there is little to do each batch is answered at once,
 * and when answering has taken its time the next round waits for more, and brings all that happened meanwhile.
 */
export class Hub {
  readonly #lanes = new Map<string, Set<OpenPoll>>();
  /** Polls that have heard something and wait for the round. */
  readonly #touched = new Map<OpenPoll, Heard>();
  #nothing = new Heard(null, null);
  readonly #pace: Pace;
  /** Calls off the round that is due. */
  #cancel: (() => void) | null = null;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Whether there is so much to do that whoever has something to hear waits for the next round. */
  get isPaced(): boolean {
    return this.#cancel !== null || this.#pace.pause() > 0;
  }

  /** What the poll has `missed` since its last answer, it hears with the next round. */
  open(poll: OpenPoll, missed: readonly Match[] = []): void {
    for (const lane of poll.lanes.keys()) {
      const polls = this.#lanes.get(lane);
      if (polls) polls.add(poll);
      else this.#lanes.set(lane, new Set([poll]));
    }
    if (missed.length === 0) return;
    this.#touched.set(
      poll,
      missed.reduce((before, match) => before.and(match), this.#nothing),
    );
    this.#schedule();
  }

  close(poll: OpenPoll): void {
    this.#touched.delete(poll);
    for (const lane of poll.lanes.keys()) {
      const polls = this.#lanes.get(lane);
      polls?.delete(poll);
      if (polls?.size === 0) this.#lanes.delete(lane);
    }
  }

  deliver(batch: readonly { event: ChannelEvent; lanes: readonly string[] }[]): void {
    for (const { event, lanes } of batch) for (const lane of lanes) this.#tell(event, lane);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#touched.size === 0 || this.#cancel) return;
    const pause = this.#pace.pause();
    // Not in this turn of the loop: publishers get their acknowledgement first, and send on while the round is answered.
    if (pause <= 0) {
      const next = setImmediate(() => this.flush());
      this.#cancel = () => clearImmediate(next);
    } else {
      const timer = setTimeout(() => this.flush(), pause);
      this.#cancel = () => clearTimeout(timer);
    }
  }

  /** Ends the round now. Whoever ends a poll in another way asks for this first: a cursor must not pass what it has heard. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    if (this.#touched.size === 0) return;
    const round = [...this.#touched];
    this.#touched.clear();
    this.#nothing = new Heard(null, null);
    this.#pace.begin();
    for (const [poll, heard] of round) poll.answer(heard);
    // The answers are written when this turn is over.
    setImmediate(() => this.#pace.end());
  }

  #tell(event: ChannelEvent, lane: string): void {
    let match: Match | undefined;
    for (const poll of this.#lanes.get(lane) ?? []) {
      const before = this.#touched.get(poll) ?? this.#nothing;
      // Two of its lanes can bring the same event: the first, which is the plainer, counts.
      if (before.match?.event === event || !wants(poll, event)) continue;
      const subscription = poll.lanes.get(lane) ?? event.channel;
      if (match?.subscription !== subscription) match = { event, subscription };
      this.#touched.set(poll, before.and(match));
    }
  }
}
