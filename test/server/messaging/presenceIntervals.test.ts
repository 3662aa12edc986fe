import { Presence } from '#server/messaging/presence/presence.ts';

/** Presence on a clock of its own, and what it says on `room-pnpres`. */
function aCrowd(announceMax: number) {
  const clock = { now: 1_000_000 };
  const said: Record<string, unknown>[] = [];
  const presence = new Presence({
    now: () => clock.now,
    timeoutMs: 300_000,
    leaveGraceMs: 0,
    announceMax,
    intervalMs: 10_000,
    announce: ({ payload }) => void said.push(JSON.parse(payload) as Record<string, unknown>),
  });
  return {
    said,
    enter(...uuids: string[]) {
      for (const uuid of uuids) presence.seen(uuid, ['room']);
    },
    stayBriefly: (uuid: string) => presence.seen(uuid, ['room'], { ttlText: '2' }),
    leave(...uuids: string[]) {
      for (const uuid of uuids) presence.leave(uuid, ['room']);
    },
    pass(ms: number) {
      clock.now += ms;
      presence.tick();
    },
  };
}

/** Whom somebody takes for present who listened from the beginning. */
function believed(said: readonly Record<string, unknown>[]): string[] {
  const there = new Set<unknown>();
  const list = (value: unknown) => (Array.isArray(value) ? value : []) as unknown[];
  for (const { action, uuid, join, leave, timeout } of said) {
    if (action === 'join') there.add(uuid);
    if (action === 'leave' || action === 'timeout') there.delete(uuid);
    for (const one of list(join)) there.add(one);
    for (const one of [...list(leave), ...list(timeout)]) there.delete(one);
  }
  return [...there].map(String);
}

describe('where many are present', () => {
  it('one event tells who came, who left and who was heard of no more', () => {
    const room = aCrowd(2);
    room.enter('a', 'b', 'c', 'd', 'e');
    room.stayBriefly('f');
    room.pass(10_000);
    room.enter('g');
    room.leave('a', 'c');
    room.pass(1);
    room.pass(10_000);
    expect(room.said.map(({ action }) => action)).toEqual(['join', 'join', 'interval', 'interval']);
    expect(room.said[2]).toMatchObject({ occupancy: 5, join: ['c', 'd', 'e'], leave: [], timeout: ['f'] });
    expect(room.said[3]).toMatchObject({ occupancy: 4, join: ['g'], leave: ['a', 'c'], timeout: [] });
  });

  it('nobody who came and left in between stays behind when the crowd has gone', () => {
    const room = aCrowd(3);
    room.enter('a', 'b', 'c', 'd');
    room.leave('d');
    room.pass(1);
    room.leave('c');
    room.pass(1);
    room.pass(10_000);
    expect(believed(room.said)).toEqual(['a', 'b']);
    room.leave('b');
    room.pass(1);
    expect(room.said.at(-1)).toMatchObject({ action: 'leave', uuid: 'b', occupancy: 1 });
  });

  it('lists that are too long for a message become a word to ask who is here', () => {
    const room = aCrowd(1);
    room.enter(...Array.from({ length: 2_000 }, (_, n) => `somebody-with-a-long-name-${n}`));
    room.pass(10_000);
    expect(room.said.at(-1)).toEqual({
      action: 'interval',
      timestamp: 1_010,
      occupancy: 2_000,
      here_now_refresh: true,
    });
  });
});
