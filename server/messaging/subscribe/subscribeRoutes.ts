import type { AccessManager, Caller } from '../access/accessManager.ts';
import { BIT } from '../access/permissions.ts';
import { type Answer, Refusal, refusal, text } from '../http/answer.ts';
import { type Call, isRecord, readJson } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import type { Presence } from '../presence/presence.ts';
import { EARLIEST, readTimetoken, type Timetoken } from '../timetokens.ts';
import { ANSWER_MAX, answerTo, bodyOf } from './answers.ts';
import { type CatchUpOptions, isInMemory, missedInDatabase, missedInMemory } from './catchUp.ts';
import { Deadlines } from './deadlines.ts';
import { compileFilter } from './filter.ts';
import type { Match } from './heard.ts';
import type { Hub, Listening, OpenPoll } from './hub.ts';
import { type SubscriberList, SubscriberLists } from './subscriberList.ts';

export interface SubscribeOptions extends CatchUpOptions {
  access: AccessManager;
  hub: Hub;
  presence: Presence;
  holdMs: number;
  maxPollsPerAddress: number;
  now: () => number;
  countDeliveries(count: number): void;
}

export interface Subscriptions {
  routes: Route[];
  openPolls(): number;
  /** Ends what a revoked token still listens to. */
  endRevoked(signature: string): void;
  /** Answers every open poll; those that come later are answered at once. */
  stop(): void;
}

const refuse = (message: string) => refusal(400, 'Subscribe', message);

export function subscribeRoutes(options: SubscribeOptions): Subscriptions {
  const { access, hub, presence, log, timetokens, holdMs, maxPollsPerAddress, now } = options;
  const polls = new Set<Poll>();
  const pollsOf = new Map<string, number>();
  const lists = new SubscriberLists();
  let isStopping = false;

  const subscribe = async (call: Call, subscribeKey: string, channelList: string): Promise<Answer> => {
    access.demandSubscribeKey(subscribeKey);
    const list = lists.read(channelList, call.query.get('channel-group') ?? '');
    const caller = access.identify(call);
    access.demand(caller, BIT.read, list);
    const asked = call.query.get('tt') || '0';
    let cursor = readTimetoken(asked);
    if (cursor === null) throw refuse('Invalid timetoken');
    const listening: Listening = { lanes: list.lanes, passes: filterOf(call) };
    notePresence(call, caller, list);

    if (cursor === EARLIEST) {
      await timetokens.reserve();
      return text(bodyOf([], log.cursor()));
    }
    while (!isInMemory(options, cursor)) {
      const missed = await missedInDatabase(options, listening, cursor);
      if (missed.matches.length > 0) return delivered(missed.matches, missed.cursor);
      cursor = missed.cursor;
    }
    // From here to the open poll nothing waits: an event is either in memory by now, or finds the poll.
    const missed = missedInMemory(options, listening, cursor);
    const { length } = missed.matches;
    const waits = length === 0 || (length < ANSWER_MAX && hub.isPaced);
    if (isStopping || !waits) return delivered(missed.matches, missed.cursor);
    return hold(call, caller, listening, missed.matches);
  };

  const delivered = (matches: Match[], cursor: Timetoken): Answer => {
    options.countDeliveries(matches.length);
    return text(bodyOf(matches, cursor));
  };

  /** Ends a poll to which nothing happened. What is about to be told is told first: the cursor lies beyond it. */
  const endQuietly = (poll: Poll) => {
    hub.flush();
    poll.end(text(bodyOf([], log.cursor())));
  };
  const deadlines = new Deadlines<Poll>(endQuietly);

  const hold = (
    call: Call,
    caller: Caller,
    listening: Listening,
    missed: readonly Match[],
  ): Promise<Answer> => {
    const { address } = call;
    const count = pollsOf.get(address) ?? 0;
    if (count >= maxPollsPerAddress) {
      const { answer } = refusal(429, 'Subscribe', 'Too many open requests');
      throw new Refusal({ ...answer, headers: { 'Retry-After': '1' } });
    }
    pollsOf.set(address, count + 1);
    const { token } = caller;
    // A token that ends while its poll is open ends the poll: the next request is refused.
    const left = token ? Math.max(0, token.expiresAt - now()) : holdMs;
    return new Promise((resolve) => {
      const end = (answer: Answer) => {
        if (!polls.delete(poll)) return;
        if (timer) clearTimeout(timer);
        else deadlines.delete(poll);
        hub.close(poll);
        const others = (pollsOf.get(address) ?? 1) - 1;
        if (others > 0) pollsOf.set(address, others);
        else pollsOf.delete(address);
        presence.pollClosed(caller.uuid, poll);
        resolve(answer);
      };
      const poll: Poll = {
        ...listening,
        signature: token?.signature ?? null,
        deadline: performance.now() + holdMs,
        end,
        answer: (heard) => {
          options.countDeliveries(Math.min(heard.count, ANSWER_MAX));
          end(answerTo(heard, log.delivered));
        },
      };
      const timer = left < holdMs ? setTimeout(endQuietly, left, poll) : null;
      if (!timer) deadlines.add(poll);
      polls.add(poll);
      hub.open(poll, missed);
      presence.pollOpened(caller.uuid, poll);
      call.onGone(() => end(text('')));
    });
  };

  const notePresence = (call: Call, caller: Caller, { present: { channels, groups } }: SubscriberList) => {
    if (caller.uuid === null) return;
    const present =
      groups.length === 0
        ? channels
        : [...channels, ...groups.flatMap((name) => options.groups.channelsIn(name))];
    presence.seen(caller.uuid, present, { ttlText: call.query.get('heartbeat'), states: statesOf(call) });
  };

  return {
    routes: [{ method: 'GET', path: '/v2/subscribe/:/:/0', handle: subscribe }],
    openPolls: () => polls.size,
    endRevoked(signature) {
      for (const poll of polls) {
        if (poll.signature === signature) poll.end(refusal(403, 'Access Manager', 'Token is revoked').answer);
      }
    },
    stop() {
      isStopping = true;
      for (const poll of polls) endQuietly(poll);
      deadlines.stop();
    },
  };
}

interface Poll extends OpenPoll {
  signature: string | null;
  deadline: number;
  end(answer: Answer): void;
}

function filterOf(call: Call): Listening['passes'] {
  const expression = call.query.get('filter-expr');
  if (!expression) return null;
  const passes = compileFilter(expression);
  if (!passes) throw refuse('Invalid filter expression');
  return ({ payload, meta }) => passes({ data: payload, meta });
}

/** State by channel, which the older clients send with each poll. */
export function statesOf(call: Call): Record<string, unknown> {
  const given = call.query.get('state');
  if (!given) return {};
  const states = readJson(given, () => refuse('Invalid state'));
  return isRecord(states) ? states : {};
}
