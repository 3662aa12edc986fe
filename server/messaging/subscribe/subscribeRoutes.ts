import type { AccessManager, Caller } from '#server/messaging/access/accessManager.ts';
import { BIT } from '#server/messaging/access/permissions.ts';
import { type HttpRequest, isRecord, readJson } from '#server/messaging/http/request.ts';
import { ApiError, apiError, type HttpResponse, text } from '#server/messaging/http/response.ts';
import type { Route } from '#server/messaging/http/router.ts';
import type { Presence } from '#server/messaging/presence/presence.ts';
import { EARLIEST, readTimetoken, type Timetoken } from '#server/messaging/timetokens.ts';
import { type CatchUpOptions, isInMemory, missedFromDatabase, missedFromMemory } from './catchUp.ts';
import { compileFilter } from './filter.ts';
import type { Hub, OpenPoll, PollSubscriptions } from './hub.ts';
import type { Match } from './pendingEvents.ts';
import { MAX_EVENTS_PER_RESPONSE, pollBody, sharedResponse } from './pollResponse.ts';
import { PollTimeouts } from './pollTimeouts.ts';
import { type SubscriberList, SubscriberLists } from './subscriberList.ts';

export interface SubscribeOptions extends CatchUpOptions {
  access: AccessManager;
  hub: Hub;
  presence: Presence;
  pollTimeoutMs: number;
  maxPollsPerAddress: number;
  now: () => number;
  onDelivered(count: number): void;
}

export interface Subscriptions {
  routes: Route[];
  openPolls(): number;
  /** Ends all open polls, so that their clients catch up from the database. */
  endAll(): void;
  /** Ends the open polls of a revoked token. */
  endRevoked(signature: string): void;
  /** Ends all open polls. Later polls get their response immediately. */
  stop(): void;
}

const subscribeError = (message: string) => apiError(400, 'Subscribe', message);

export function subscribeRoutes(options: SubscribeOptions): Subscriptions {
  const { access, hub, presence, sequencer, pollTimeoutMs, maxPollsPerAddress, now } = options;
  const polls = new Set<Poll>();
  const pollsOf = new Map<string, number>();
  const lists = new SubscriberLists();
  let isStopping = false;

  const subscribe = async (
    request: HttpRequest,
    subscribeKey: string,
    channelList: string,
  ): Promise<HttpResponse> => {
    access.requireSubscribeKey(subscribeKey);
    const list = lists.read(channelList, request.query.get('channel-group') ?? '');
    const caller = access.identify(request);
    access.requirePermission(caller, BIT.read, list);
    let cursor = readTimetoken(request.query.get('tt') || '0');
    if (cursor === null) throw subscribeError('Invalid timetoken');
    const subscriptions: PollSubscriptions = { routingKeys: list.routingKeys, filter: filterOf(request) };
    recordPresence(request, caller, list);

    await sequencer.catchUpWith(cursor);
    if (cursor === EARLIEST) return text(pollBody([], sequencer.cursor()));
    while (!isInMemory(options, cursor)) {
      const missed = await missedFromDatabase(options, subscriptions, cursor);
      if (missed.matches.length > 0) return respond(missed.matches, missed.cursor);
      cursor = missed.cursor;
    }
    // No `await` is allowed until the poll is open, so that an event is either in memory already or reaches the poll.
    const missed = missedFromMemory(options, subscriptions, cursor);
    const { length } = missed.matches;
    const waits = length === 0 || (length < MAX_EVENTS_PER_RESPONSE && hub.isFlushDelayed);
    if (isStopping || !waits) return respond(missed.matches, missed.cursor);
    return openPoll(request, caller, subscriptions, missed.matches);
  };

  const respond = (matches: Match[], cursor: Timetoken): HttpResponse => {
    options.onDelivered(matches.length);
    return text(pollBody(matches, cursor));
  };

  /** Ends a poll without events. It flushes first, because the cursor is beyond the pending events. */
  const endEmpty = (poll: Poll) => {
    hub.flush();
    poll.end(text(pollBody([], sequencer.cursor())));
  };
  const timeouts = new PollTimeouts<Poll>(endEmpty);

  const openPoll = (
    request: HttpRequest,
    caller: Caller,
    subscriptions: PollSubscriptions,
    missed: readonly Match[],
  ): Promise<HttpResponse> => {
    const { address } = request;
    const count = pollsOf.get(address) ?? 0;
    if (count >= maxPollsPerAddress) {
      const { response } = apiError(429, 'Subscribe', 'Too many open requests');
      throw new ApiError({ ...response, headers: { 'Retry-After': '1' } });
    }
    pollsOf.set(address, count + 1);
    const { token } = caller;
    // A token that expires ends its poll. The next request gets a 403.
    const left = token ? Math.max(0, token.expiresAt - now()) : pollTimeoutMs;
    return new Promise((resolve) => {
      const end = (response: HttpResponse) => {
        if (!polls.delete(poll)) return;
        if (timer) clearTimeout(timer);
        else timeouts.delete(poll);
        hub.close(poll);
        const others = (pollsOf.get(address) ?? 1) - 1;
        if (others > 0) pollsOf.set(address, others);
        else pollsOf.delete(address);
        presence.pollClosed(caller.uuid, poll);
        resolve(response);
      };
      const poll: Poll = {
        ...subscriptions,
        signature: token?.signature ?? null,
        timeoutAt: performance.now() + pollTimeoutMs,
        end,
        respond: (pending) => {
          options.onDelivered(Math.min(pending.count, MAX_EVENTS_PER_RESPONSE));
          end(sharedResponse(pending, sequencer.delivered));
        },
      };
      const timer = left < pollTimeoutMs ? setTimeout(endEmpty, left, poll) : null;
      if (!timer) timeouts.add(poll);
      polls.add(poll);
      hub.open(poll, missed);
      presence.pollOpened(caller.uuid, poll);
      request.onDisconnect(() => end(text('')));
    });
  };

  const recordPresence = (
    request: HttpRequest,
    caller: Caller,
    { present: { channels, groups } }: SubscriberList,
  ) => {
    if (caller.uuid === null) return;
    const present =
      groups.length === 0
        ? channels
        : [...channels, ...groups.flatMap((name) => options.groups.channelsIn(name))];
    void presence.recordActivity(caller.uuid, present, {
      ttlText: request.query.get('heartbeat'),
      states: statesOf(request),
    });
  };

  return {
    routes: [{ method: 'GET', path: '/v2/subscribe/:/:/0', handle: subscribe }],
    openPolls: () => polls.size,
    endAll() {
      for (const poll of polls) endEmpty(poll);
    },
    endRevoked(signature) {
      for (const poll of polls) {
        if (poll.signature === signature)
          poll.end(apiError(403, 'Access Manager', 'Token is revoked').response);
      }
    },
    stop() {
      isStopping = true;
      for (const poll of polls) endEmpty(poll);
      timeouts.stop();
    },
  };
}

interface Poll extends OpenPoll {
  signature: string | null;
  timeoutAt: number;
  end(response: HttpResponse): void;
}

function filterOf(request: HttpRequest): PollSubscriptions['filter'] {
  const expression = request.query.get('filter-expr');
  if (!expression) return null;
  const passes = compileFilter(expression);
  if (!passes) throw subscribeError('Invalid filter expression');
  return ({ payload, meta }) => passes({ data: payload, meta });
}

/** Presence state by channel, which older clients send with each poll. */
export function statesOf(request: HttpRequest): Record<string, unknown> {
  const given = request.query.get('state');
  if (!given) return {};
  const states = readJson(given, () => subscribeError('Invalid state'));
  return isRecord(states) ? states : {};
}
