import { Presence } from '#server/messaging/presence/presence.ts';

/** Presence with a fake clock, and the events that it announces on `room-pnpres`. */
function createPresence(announceMax: number) {
  const clock = { now: 1_000_000 };
  const announced: Record<string, unknown>[] = [];
  const presence: Presence = new Presence({
    now: () => clock.now,
    timeoutMs: 300_000,
    leaveGraceMs: 0,
    announceMax,
    intervalMs: 10_000,
    announce: ({ payload }) => void announced.push(JSON.parse(payload) as Record<string, unknown>),
    async share(change) {
      presence.apply(change);
      return true;
    },
    process: 'only',
  });
  return {
    announced,
    join(...uuids: string[]) {
      for (const uuid of uuids) void presence.recordActivity(uuid, ['room']);
    },
    joinBriefly(uuid: string) {
      void presence.recordActivity(uuid, ['room'], { ttlText: '2' });
    },
    leave(...uuids: string[]) {
      for (const uuid of uuids) void presence.leave(uuid, ['room']);
    },
    advance(ms: number) {
      clock.now += ms;
      presence.tick();
    },
  };
}

/** The users that a client considers present after these events. */
function occupantsAfter(events: readonly Record<string, unknown>[]): string[] {
  const occupants = new Set<unknown>();
  const list = (value: unknown) => (Array.isArray(value) ? value : []) as unknown[];
  for (const { action, uuid, join, leave, timeout } of events) {
    if (action === 'join') occupants.add(uuid);
    if (action === 'leave' || action === 'timeout') occupants.delete(uuid);
    for (const joined of list(join)) occupants.add(joined);
    for (const left of [...list(leave), ...list(timeout)]) occupants.delete(left);
  }
  return [...occupants].map(String);
}

describe('presence at high occupancy', () => {
  it('announces joins, leaves and timeouts in one interval event', () => {
    const room = createPresence(2);
    room.join('a', 'b', 'c', 'd', 'e');
    room.joinBriefly('f');
    room.advance(10_000);
    room.join('g');
    room.leave('a', 'c');
    room.advance(1);
    room.advance(10_000);
    expect(room.announced.map(({ action }) => action)).toEqual(['join', 'join', 'interval', 'interval']);
    expect(room.announced[2]).toMatchObject({
      occupancy: 5,
      join: ['c', 'd', 'e'],
      leave: [],
      timeout: ['f'],
    });
    expect(room.announced[3]).toMatchObject({ occupancy: 4, join: ['g'], leave: ['a', 'c'], timeout: [] });
  });

  it('does not show a user who joined and left within an interval as present', () => {
    const room = createPresence(3);
    room.join('a', 'b', 'c', 'd');
    room.leave('d');
    room.advance(1);
    room.leave('c');
    room.advance(1);
    room.advance(10_000);
    expect(occupantsAfter(room.announced)).toEqual(['a', 'b']);
    room.leave('b');
    room.advance(1);
    expect(room.announced.at(-1)).toMatchObject({ action: 'leave', uuid: 'b', occupancy: 1 });
  });

  it('tells clients to call here-now if the lists do not fit in one message', () => {
    const room = createPresence(1);
    room.join(...Array.from({ length: 2_000 }, (_, n) => `a-user-with-a-long-name-${n}`));
    room.advance(10_000);
    expect(room.announced.at(-1)).toEqual({
      action: 'interval',
      timestamp: 1_010,
      occupancy: 2_000,
      here_now_refresh: true,
    });
  });
});

/** Two processes on one log, in memory. Process `b` is too busy to handle its timer. */
function createTwoProcesses() {
  const clock = { now: 1_000_000 };
  const announced: Record<string, unknown>[] = [];
  const both: Presence[] = [];
  const create = (process: string) =>
    new Presence({
      now: () => clock.now,
      timeoutMs: 300_000,
      leaveGraceMs: 2_000,
      announceMax: 100,
      intervalMs: 10_000,
      announce: ({ payload }) => void announced.push(JSON.parse(payload) as Record<string, unknown>),
      async share(change) {
        // As from the log: after the current change was applied.
        await Promise.resolve();
        for (const presence of both) presence.apply(change);
        return true;
      },
      process,
    });
  both.push(create('a'), create('b'));
  return { a: both[0]!, b: both[1]!, clock, announced };
}

describe('presence of several processes', () => {
  it('returns a user with an open poll whose process reported it too late', async () => {
    const { a, b, clock, announced } = createTwoProcesses();
    await b.recordActivity('ada', ['room'], { states: { room: { mood: 'calm' } } });
    b.pollOpened('ada', { routingKeys: new Map([['room', 'room']]) });
    await a.leave('ada', ['room']);
    clock.now += 2_001;
    a.tick();
    await new Promise(setImmediate);
    expect(a.occupants('room')).toEqual(['ada']);
    expect(a.state('ada', 'room')).toEqual({ mood: 'calm' });
    expect(announced.map(({ action }) => action)).toEqual(['join', 'leave', 'join']);
  });
});
