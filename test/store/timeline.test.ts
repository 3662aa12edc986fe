import { mergeTimelines, type SideStep, stepsAt } from '#store/devtools/timeline.ts';

const step = (id: number, at: number, more: Partial<SideStep> = {}): SideStep => ({
  id,
  at,
  name: `action ${id}`,
  hasFailed: false,
  sends: [],
  receives: [],
  ...more,
});
const message = { key: 'message m1', what: 'message' };

it('merges the actions of both sides by time', () => {
  const { entries } = mergeTimelines({
    learner: [step(1, 10), step(2, 40)],
    manager: [step(1, 20), step(2, 30)],
  });
  expect(entries.map(({ side, id }) => `${side} ${id}`)).toEqual([
    'learner 1',
    'manager 1',
    'manager 2',
    'learner 2',
  ]);
});

it('shows each side at its last action before a position', () => {
  const { entries } = mergeTimelines({
    learner: [step(1, 10), step(2, 40)],
    manager: [step(7, 20), step(8, 30)],
  });
  expect(stepsAt(entries, 0)).toEqual({ learner: 1, manager: 0 });
  expect(stepsAt(entries, 2)).toEqual({ learner: 1, manager: 8 });
  expect(stepsAt(entries, 3)).toEqual({ learner: 2, manager: 8 });
});

it('connects a sent message with its first arrival, and measures the delay', () => {
  const { messages } = mergeTimelines({
    learner: [step(1, 100, { sends: [message] })],
    manager: [step(1, 134, { receives: [message] }), step(2, 900, { receives: [message] })],
  });
  expect(messages).toEqual([
    { ...message, from: 'learner', fromIndex: 0, to: 'manager', toIndex: 1, delayMs: 34 },
  ]);
});

it('measures a notification from its time at the server, and omits a message that was sent before the recording', () => {
  const { messages } = mergeTimelines({
    learner: [],
    manager: [
      step(1, 500, { receives: [{ key: 'notification n1', what: 'notification', sentAt: 480 }] }),
      step(2, 600, { receives: [message] }),
    ],
  });
  expect(messages).toEqual([
    {
      key: 'notification n1',
      what: 'notification',
      from: 'server',
      fromIndex: null,
      to: 'manager',
      toIndex: 0,
      delayMs: 20,
    },
  ]);
});
