import { type ChannelEvent, KIND } from '../messages/event.ts';

/** An event, and the entry of the subscriber's own list that brought it. */
export interface Match {
  event: ChannelEvent;
  subscription: string;
}

/** What one poll listens to: lanes in order of preference, with the name each has in the subscriber's list. */
export interface Listening {
  lanes: ReadonlyMap<string, string>;
  /** Presence is never filtered. */
  passes: ((event: ChannelEvent) => boolean) | null;
}

export interface OpenPoll extends Listening {
  /** Gets what happened in one batch, in order, once. `bodies` are those that other polls of the batch have made. */
  answer(matches: readonly Match[], bodies: Map<string, Buffer>): void;
}

export const wants = ({ passes }: Listening, event: ChannelEvent): boolean =>
  passes === null || event.kind === KIND.presence || passes(event);

/** The polls that wait, found by lane. What a delivery costs does not depend on how many others wait. */
export class Hub {
  readonly #lanes = new Map<string, Set<OpenPoll>>();

  open(poll: OpenPoll): void {
    for (const lane of poll.lanes.keys()) {
      const polls = this.#lanes.get(lane);
      if (polls) polls.add(poll);
      else this.#lanes.set(lane, new Set([poll]));
    }
  }

  close(poll: OpenPoll): void {
    for (const lane of poll.lanes.keys()) {
      const polls = this.#lanes.get(lane);
      polls?.delete(poll);
      if (polls?.size === 0) this.#lanes.delete(lane);
    }
  }

  deliver(batch: readonly { event: ChannelEvent; lanes: readonly string[] }[]): void {
    const touched = new Map<OpenPoll, Match[]>();
    for (const { event, lanes } of batch) {
      for (const lane of lanes) {
        for (const poll of this.#lanes.get(lane) ?? []) {
          const matches = touched.get(poll);
          // Two of its lanes can bring the same event: the first, which is the plainer, counts.
          if (matches && matches[matches.length - 1]?.event === event) continue;
          if (!wants(poll, event)) continue;
          const match = { event, subscription: poll.lanes.get(lane) ?? event.channel };
          if (matches) matches.push(match);
          else touched.set(poll, [match]);
        }
      }
    }
    const bodies = new Map<string, Buffer>();
    for (const [poll, matches] of touched) poll.answer(matches, bodies);
  }
}
