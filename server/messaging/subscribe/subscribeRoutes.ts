import type { AccessManager, Caller } from '../access/accessManager.ts';
import { BIT } from '../access/permissions.ts';
import { groupLane } from '../groups/channelGroups.ts';
import { type Answer, Refusal, refusal, text } from '../http/answer.ts';
import { type Call, isRecord, readJson } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { isGroupName, isPresence, isSubscription, readNames, watchedBy } from '../messages/names.ts';
import type { Presence } from '../presence/presence.ts';
import { readTimetoken, type Timetoken } from '../timetokens.ts';
import { ANSWER_MAX, bodyOf, SharedAnswers } from './answers.ts';
import { type CatchUpOptions, isInMemory, missedInDatabase, missedInMemory } from './catchUp.ts';
import { compileFilter } from './filter.ts';
import type { Match } from './heard.ts';
import type { Hub, Listening, OpenPoll } from './hub.ts';

const MAX_CHANNELS = 2_000;
const MAX_GROUPS = 10;

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
  const answers = new SharedAnswers();
  let isStopping = false;

  const subscribe = async (call: Call, subscribeKey: string, channelList: string): Promise<Answer> => {
    access.demandSubscribeKey(subscribeKey);
    const channels = readNames(channelList);
    const groupNames = readNames(call.query.get('channel-group'));
    checkNames(channels, groupNames);
    const caller = access.identify(call);
    access.demand(caller, BIT.read, { channels, groups: groupNames });
    const asked = call.query.get('tt') || '0';
    let cursor = readTimetoken(asked);
    if (cursor === null) throw refuse('Invalid timetoken');
    const listening: Listening = { lanes: lanesOf(channels, groupNames), passes: filterOf(call) };
    notePresence(call, caller, channels, groupNames);

    if (/^0+$/.test(asked)) {
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
    if (missed.matches.length > 0) return delivered(missed.matches, missed.cursor);
    if (isStopping) return text(bodyOf([], missed.cursor));
    return hold(call, caller, listening);
  };

  const delivered = (matches: Match[], cursor: Timetoken): Answer => {
    options.countDeliveries(matches.length);
    return text(bodyOf(matches, cursor));
  };

  const hold = (call: Call, caller: Caller, listening: Listening): Promise<Answer> => {
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
        clearTimeout(timer);
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
        end,
        answer: (heard) => {
          options.countDeliveries(Math.min(heard.count, ANSWER_MAX));
          end(answers.of(heard, log.delivered));
        },
      };
      const timer = setTimeout(
        () => {
          hub.flush();
          end(text(bodyOf([], log.cursor())));
        },
        Math.min(holdMs, left),
      );
      polls.add(poll);
      hub.open(poll);
      presence.pollOpened(caller.uuid, poll);
      call.onGone(() => end(text('')));
    });
  };

  const notePresence = (call: Call, caller: Caller, channels: string[], groupNames: string[]) => {
    if (caller.uuid === null) return;
    const present = [
      ...channels.filter((name) => !isPresence(name)),
      ...groupNames.filter((name) => !isPresence(name)).flatMap((name) => options.groups.channelsIn(name)),
    ];
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
      hub.flush();
      for (const poll of polls) poll.end(text(bodyOf([], log.cursor())));
    },
  };
}

interface Poll extends OpenPoll {
  signature: string | null;
  end(answer: Answer): void;
}

function checkNames(channels: string[], groups: string[]): void {
  if (channels.length === 0 && groups.length === 0) throw refuse('Missing channels and channel groups');
  if (channels.length > MAX_CHANNELS) throw refuse('Too many channels');
  if (groups.length > MAX_GROUPS * 2) throw refuse('Too many channel groups');
  if (!channels.every(isSubscription)) throw refuse('Invalid channel name');
  if (!groups.every((name) => isGroupName(isPresence(name) ? watchedBy(name) : name)))
    throw refuse('Invalid channel group name');
}

/** Plain channels first, then wildcards, then groups: an event that several bring comes by the plainest. */
function lanesOf(channels: string[], groups: string[]): ReadonlyMap<string, string> {
  const isPlain = (name: string) => !name.includes('*');
  return new Map([
    ...channels.filter(isPlain).map((name) => [name, name] as const),
    ...channels.filter((name) => !isPlain(name)).map((name) => [name, name] as const),
    ...groups.map((name) => [groupLane(name), name] as const),
  ]);
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
