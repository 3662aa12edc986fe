import { ChannelEvent, KIND } from '#server/messaging/log/event.ts';
import { AdaptiveFlushDelay } from '#server/messaging/subscribe/flushDelay.ts';
import { Hub, type OpenPoll } from '#server/messaging/subscribe/hub.ts';
import type { Match, PendingEvents } from '#server/messaging/subscribe/pendingEvents.ts';
import { sharedResponse } from '#server/messaging/subscribe/pollResponse.ts';
import { until } from './service.ts';

describe('the hub', () => {
  const createEvent = (n: number, channel = 'room') =>
    new ChannelEvent(
      { channel, kind: KIND.message, payload: String(n), stored: true },
      String(n).padStart(17, '0'),
      'sub',
    );
  const batch = (...events: ChannelEvent[]) =>
    events.map((event) => ({ event, routingKeys: [event.channel] }));

  /** A hub that flushes only when the test calls `flush`. Its polls close with their response. */
  const createHub = () => {
    const hub = new Hub({ remainingMs: () => 60_000, flushStarted() {}, flushEnded() {} });
    const open = (channels: string[], filter: OpenPoll['filter'] = null, missed: Match[] = []) => {
      const responses: PendingEvents[] = [];
      const poll: OpenPoll = {
        routingKeys: new Map(channels.map((name) => [name, name])),
        filter,
        respond(pending) {
          hub.close(poll);
          responses.push(pending);
        },
      };
      hub.open(poll, missed);
      return {
        poll,
        responses,
        received: () => responses.map((pending) => pending.matches().map(({ event }) => event.payload)),
      };
    };
    return { hub, open };
  };

  it('sends all events since the poll was opened in one response, in order', () => {
    const { hub, open } = createHub();
    const first = open(['room']);
    hub.deliver(batch(createEvent(1)));
    const second = open(['room', 'other']);
    hub.deliver(batch(createEvent(2), createEvent(3, 'other')));
    hub.deliver(batch(createEvent(4)));
    hub.flush();
    hub.deliver(batch(createEvent(5)));
    hub.flush();
    expect(first.received()).toEqual([[1, 2, 4]]);
    expect(second.received()).toEqual([[2, 3, 4]]);
  });

  it('sends missed events first, even without new events', () => {
    const { hub, open } = createHub();
    const missed = [createEvent(1), createEvent(2)].map((event) => ({ event, subscription: 'room' }));
    expect(hub.isFlushDelayed).toBe(true);
    const reconnected = open(['room'], null, missed);
    const closed = open(['room'], null, missed);
    hub.deliver(batch(createEvent(3)));
    hub.close(closed.poll);
    hub.flush();
    expect(reconnected.received()).toEqual([[1, 2, 3]]);
    expect(closed.received()).toEqual([]);
    const alone = open(['room'], null, missed);
    hub.flush();
    expect(alone.received()).toEqual([[1, 2]]);
  });

  it('does not delay flushes at low load', () => {
    expect(new Hub(new AdaptiveFlushDelay()).isFlushDelayed).toBe(false);
  });

  it('skips polls that have ended, and events that a filter excludes', () => {
    const { hub, open } = createHub();
    const [ended, filtering, excluded] = [
      open(['room']),
      open(['room'], ({ payload }) => payload === 2),
      open(['room'], () => false),
    ];
    hub.deliver(batch(createEvent(1), createEvent(2)));
    hub.close(ended.poll);
    hub.flush();
    expect(ended.received()).toEqual([]);
    expect(filtering.received()).toEqual([[2]]);
    expect(excluded.received()).toEqual([]);
  });

  it('sends an event once to a poll that matches it twice, with the more specific subscription', () => {
    const { hub, open } = createHub();
    const both = open(['a.b', 'a.*']);
    const event = createEvent(1, 'a.b');
    hub.deliver([{ event, routingKeys: ['a.b', 'a.*'] }]);
    hub.flush();
    expect(both.responses[0]?.matches()).toEqual([{ event, subscription: 'a.b' }]);
  });

  it('shares one response only among polls with the same events', () => {
    const { hub, open } = createHub();
    const [a, b, other] = [open(['room']), open(['room']), open(['room', 'side'])];
    hub.deliver(batch(createEvent(1)));
    const later = open(['room']);
    hub.deliver(batch(createEvent(2, 'side'), createEvent(3)));
    hub.flush();
    const end = '9'.repeat(17);
    const responses = [a, b, later, other].map(
      ({ responses: [pending] }) => pending && sharedResponse(pending, end),
    );
    expect(responses[0]).toBe(responses[1]);
    expect(
      responses.map((response) =>
        (JSON.parse(String(response?.body)) as { m: { d: number }[] }).m.map(({ d }) => d),
      ),
    ).toEqual([[1, 3], [1, 3], [3], [1, 2, 3]]);
  });

  it('limits the events of a response, and sets the cursor to the last of them', () => {
    const { hub, open } = createHub();
    const poll = open(['room']);
    hub.deliver(batch(...Array.from({ length: 130 }, (_, n) => createEvent(n + 1))));
    hub.flush();
    const [pending] = poll.responses;
    const body = JSON.parse(String(pending && sharedResponse(pending, '9'.repeat(17)).body)) as {
      t: { t: string };
      m: { d: number }[];
    };
    expect(body.m.map(({ d }) => d)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect(body.t.t).toBe('100'.padStart(17, '0'));
  });

  it('flushes each batch immediately at low load', async () => {
    const hub = new Hub(new AdaptiveFlushDelay());
    let responses = 0;
    const poll: OpenPoll = {
      routingKeys: new Map([['room', 'room']]),
      filter: null,
      respond() {
        responses++;
      },
    };
    hub.open(poll);
    const startedAt = performance.now();
    for (let n = 1; n <= 20; n++) {
      hub.deliver(batch(createEvent(n)));
      await until(() => responses === n);
    }
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

describe('the flush delay', () => {
  /** The delays after flushes of the given CPU time in milliseconds, each with waiting events. */
  const delaysAfter = (...flushes: number[]) => {
    let ms = 0;
    const clock = () => ms;
    const flushDelay = new AdaptiveFlushDelay(clock, clock);
    return flushes.map((worked) => {
      flushDelay.flushStarted();
      ms += worked;
      flushDelay.flushEnded();
      return flushDelay.remainingMs();
    });
  };
  const repeat = (ms: number, times: number) => Array<number>(times).fill(ms);

  it('grows with the square of the flush duration, up to a maximum', () => {
    expect(delaysAfter(...repeat(0.25, 3))).toEqual([0, 0.25, 0.25]);
    expect(delaysAfter(...repeat(2, 3))).toEqual([0, 16, 16]);
    expect(delaysAfter(...repeat(20, 3))).toEqual([0, 40, 40]);
  });

  it('has a larger maximum under sustained load', () => {
    expect(delaysAfter(...repeat(20, 8))).toEqual([0, 40, 40, 40, 40, 40, 100, 100]);
  });

  it('ignores a single long flush, which is usually a garbage collection', () => {
    expect(delaysAfter(0, 40, 0, 0)).toEqual([0, 0, 0, 0]);
  });

  it('measures the CPU time of this thread', () => {
    const flushDelay = new AdaptiveFlushDelay();
    for (let n = 0; n < 2; n++) {
      flushDelay.flushStarted();
      for (const end = performance.now() + 40; performance.now() < end; );
      flushDelay.flushEnded();
    }
    expect(flushDelay.remainingMs()).toBeGreaterThan(0);
  });
});
