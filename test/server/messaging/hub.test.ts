import { ChannelEvent, KIND } from '#server/messaging/messages/event.ts';
import { answerTo } from '#server/messaging/subscribe/answers.ts';
import type { Heard, Match } from '#server/messaging/subscribe/heard.ts';
import { Hub, type OpenPoll } from '#server/messaging/subscribe/hub.ts';
import { MeasuredPace } from '#server/messaging/subscribe/pace.ts';
import { until } from './service.ts';

describe('rounds of answers', () => {
  const event = (n: number, channel = 'room') =>
    new ChannelEvent(
      { channel, kind: KIND.message, payload: String(n), stored: true },
      String(n).padStart(17, '0'),
      'sub',
    );
  const said = (...events: ChannelEvent[]) => events.map((one) => ({ event: one, lanes: [one.channel] }));

  /** A hub whose rounds come when they are asked for, and polls on it that are closed by their answer. */
  const aHub = () => {
    const hub = new Hub({ pause: () => 60_000, begin() {}, end() {} });
    const open = (channels: string[], passes: OpenPoll['passes'] = null, missed: Match[] = []) => {
      const answers: Heard[] = [];
      const poll: OpenPoll = {
        lanes: new Map(channels.map((name) => [name, name])),
        passes,
        answer(heard) {
          hub.close(poll);
          answers.push(heard);
        },
      };
      hub.open(poll, missed);
      return {
        poll,
        answers,
        heard: () => answers.map((one) => one.matches().map((match) => match.event.payload)),
      };
    };
    return { hub, open };
  };

  it('bring all that happened since the poll was opened, in order, in one answer', () => {
    const { hub, open } = aHub();
    const first = open(['room']);
    hub.deliver(said(event(1)));
    const second = open(['room', 'other']);
    hub.deliver(said(event(2), event(3, 'other')));
    hub.deliver(said(event(4)));
    hub.flush();
    hub.deliver(said(event(5)));
    hub.flush();
    expect(first.heard()).toEqual([[1, 2, 4]]);
    expect(second.heard()).toEqual([[2, 3, 4]]);
  });

  it('bring what was missed before the poll was opened first, and come without anything new', () => {
    const { hub, open } = aHub();
    const missed = [event(1), event(2)].map((one) => ({ event: one, subscription: 'room' }));
    expect(hub.isPaced).toBe(true);
    const late = open(['room'], null, missed);
    const later = open(['room'], null, missed);
    hub.deliver(said(event(3)));
    hub.close(later.poll);
    hub.flush();
    expect(late.heard()).toEqual([[1, 2, 3]]);
    expect(later.heard()).toEqual([]);
    const alone = open(['room'], null, missed);
    hub.flush();
    expect(alone.heard()).toEqual([[1, 2]]);
  });

  it('are nothing to wait for while there is little to do', () => {
    expect(new Hub(new MeasuredPace()).isPaced).toBe(false);
  });

  it('leave out polls that have ended meanwhile, and what a filter holds back', () => {
    const { hub, open } = aHub();
    const [ended, filtering, untouched] = [
      open(['room']),
      open(['room'], ({ payload }) => payload === 2),
      open(['room'], () => false),
    ];
    hub.deliver(said(event(1), event(2)));
    hub.close(ended.poll);
    hub.flush();
    expect(ended.heard()).toEqual([]);
    expect(filtering.heard()).toEqual([[2]]);
    expect(untouched.heard()).toEqual([]);
  });

  it('bring an event once to a poll that has it by two names, by the plainer', () => {
    const { hub, open } = aHub();
    const both = open(['a.b', 'a.*']);
    const one = event(1, 'a.b');
    hub.deliver([{ event: one, lanes: ['a.b', 'a.*'] }]);
    hub.flush();
    expect(both.answers[0]?.matches()).toEqual([{ event: one, subscription: 'a.b' }]);
  });

  it('make one answer for all who heard the same, and never give it to others', () => {
    const { hub, open } = aHub();
    const [a, b, other] = [open(['room']), open(['room']), open(['room', 'side'])];
    hub.deliver(said(event(1)));
    const later = open(['room']);
    hub.deliver(said(event(2, 'side'), event(3)));
    hub.flush();
    const end = '9'.repeat(17);
    const bodies = [a, b, later, other].map(({ answers: [heard] }) => heard && answerTo(heard, end));
    expect(bodies[0]).toBe(bodies[1]);
    expect(
      bodies.map((answer) =>
        (JSON.parse(String(answer?.body)) as { m: { d: number }[] }).m.map(({ d }) => d),
      ),
    ).toEqual([[1, 3], [1, 3], [3], [1, 2, 3]]);
  });

  it('cut what is more than one answer holds, with the cursor at the cut', () => {
    const { hub, open } = aHub();
    const poll = open(['room']);
    hub.deliver(said(...Array.from({ length: 130 }, (_, n) => event(n + 1))));
    hub.flush();
    const [heard] = poll.answers;
    const body = JSON.parse(String(heard && answerTo(heard, '9'.repeat(17)).body)) as {
      t: { t: string };
      m: { d: number }[];
    };
    expect(body.m.map(({ d }) => d)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
    expect(body.t.t).toBe('100'.padStart(17, '0'));
  });

  it('come at once while there is little to do', async () => {
    const hub = new Hub(new MeasuredPace());
    let answers = 0;
    const poll: OpenPoll = {
      lanes: new Map([['room', 'room']]),
      passes: null,
      answer() {
        answers++;
      },
    };
    hub.open(poll);
    const began = performance.now();
    for (let n = 1; n <= 20; n++) {
      hub.deliver(said(event(n)));
      await until(() => answers === n);
    }
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('are as far apart as the last two were long, within a bound', () => {
    /** How long the next round waits after each of those that took so many milliseconds, if somebody waits for it. */
    const pausesAfter = (...rounds: number[]) => {
      const pace = new MeasuredPace();
      return rounds.map((ms) => {
        pace.begin();
        for (const end = performance.now() + ms; performance.now() < end; );
        pace.end();
        return pace.pause();
      });
    };
    const often = (ms: number, times = 5) => Array<number>(times).fill(ms);
    // The longest or shortest of several: this process may be kept waiting in the midst of one.
    expect(Math.min(...pausesAfter(...often(0)))).toBeLessThan(5);
    expect(Math.max(...pausesAfter(...often(6)))).toBeGreaterThan(10);
    expect(Math.max(...pausesAfter(...often(40)))).toBeGreaterThan(20);
    expect(Math.max(...pausesAfter(...often(40)))).toBeLessThanOrEqual(40);
    // When there has been no rest for long.
    expect(Math.max(...pausesAfter(...often(20, 12)))).toBeGreaterThan(40);
    expect(Math.max(...pausesAfter(...often(20, 12)))).toBeLessThanOrEqual(100);
    // A single long one is the garbage collector, not a crowd.
    expect(pausesAfter(0, 40)[1]).toBeLessThan(5);
  });
});
