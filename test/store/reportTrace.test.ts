import type { UnknownAction } from '@reduxjs/toolkit';
import { createActionLog } from '#store/devtools/actionLog.ts';
import { createEffectLog } from '#store/devtools/effectLog.ts';
import { readTrace } from '#store/devtools/readTrace.ts';
import { reportTrace } from '#store/devtools/reportTrace.ts';
import { type RootState, rootReducer } from '#store/rootReducer.ts';
import '#store/sessionSlices.ts';
import { aUser } from '#test/fixtures/people.ts';

const origin = { version: '1', build: 'b', deployment: 'test', savedAt: 'now' };
const PLANTED = 'Planted Name';
const people = (count: number) =>
  Array.from({ length: count }, (_, userId) => aUser({ userId, firstName: PLANTED, lastName: PLANTED }));

/** A session whose actions contain lists with this number of people. */
function sessionWith({ actions, listLength }: { actions: number; listLength: number }) {
  let state = rootReducer(undefined, { type: 'init' });
  const effects = createEffectLog({ size: 200, now: () => 0, keepsArguments: false });
  const log = createActionLog({ size: 500, now: () => 0, effects });
  const api = { getState: () => state, dispatch: (() => {}) as never };
  const dispatch = log.middleware(api)((action) => {
    state = rootReducer(state as RootState, action as { type: string });
    return action;
  }) as (action: UnknownAction) => unknown;
  for (let n = 1; n <= actions; n++)
    dispatch({ type: `test/number${n}`, payload: { people: people(listLength) } });
  return { log, effects };
}
const MAX_BYTES = 200_000;
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

it('contains the place of the error and nothing that people wrote', () => {
  const { log } = sessionWith({ actions: 3, listLength: 1 });
  const error = new RangeError(PLANTED);
  const trace = reportTrace(log, origin, { error, where: 'saga chat', place: log.placeOf(error) });
  expect(trace).toMatchObject({
    isAnonymous: true,
    failure: { action: 3, effect: null, where: 'saga chat', error: 'RangeError' },
  });
  expect(trace.isShortened).toBeUndefined();
  expect(JSON.stringify(trace)).not.toContain(PLANTED);
});

it('names the innermost effect that failed and the action that started it', () => {
  const { log, effects } = sessionWith({ actions: 2, listLength: 0 });
  const error = new Error('broken');
  const { monitor } = effects;
  monitor.rootSagaStarted({ effectId: 1, saga: function* root() {} });
  monitor.effectTriggered({
    effectId: 2,
    parentEffectId: 1,
    effect: { type: 'CALL', payload: { fn: function* outer() {} } },
  });
  monitor.effectTriggered({
    effectId: 3,
    parentEffectId: 2,
    effect: { type: 'TAKE', payload: { pattern: '*' } },
  });
  monitor.effectResolved(3, log.recording().actions[0]?.action);
  monitor.effectTriggered({
    effectId: 4,
    parentEffectId: 2,
    effect: { type: 'CALL', payload: { fn: function inner() {} } },
  });
  monitor.effectRejected(4, error);
  monitor.effectRejected(2, error);
  expect(log.placeOf(error)).toEqual({ action: 1, effect: 4 });
  const { effects: recorded = [] } = reportTrace(log, origin, {
    error,
    where: 'saga chat',
    place: log.placeOf(error),
  });
  expect(recorded.find(({ id }) => id === 4)).toMatchObject({
    kind: 'call',
    what: 'inner',
    saga: 'outer',
    result: 'failed',
    error: 'Error',
    trigger: 1,
  });
});

it('names the saga whose code threw when it started, and the action that started it', () => {
  const { log, effects } = sessionWith({ actions: 2, listLength: 0 });
  const error = new Error('broken');
  const { monitor } = effects;
  monitor.rootSagaStarted({ effectId: 1, saga: function* root() {} });
  const call = { type: 'CALL', payload: { fn: function* outer() {} } };
  monitor.effectTriggered({ effectId: 2, parentEffectId: 1, effect: call });
  monitor.effectTriggered({
    effectId: 3,
    parentEffectId: 2,
    effect: { type: 'TAKE', payload: { pattern: '*' } },
  });
  monitor.effectResolved(3, log.recording().actions[1]?.action);
  const fork = { type: 'FORK', payload: { fn: function* worker() {} } };
  monitor.effectTriggered({ effectId: 4, parentEffectId: 2, effect: fork });
  // redux-saga cancels the parent of a fork that throws, and never resolves the fork.
  monitor.effectCancelled(4);
  monitor.effectRejected(2, error);
  expect(log.placeOf(error)).toEqual({ action: 2, effect: 4 });
  expect(effects.nodes().find(({ id }) => id === 4)).toMatchObject({ result: 'failed', error });
});

it('leaves out early actions, then shortens lists, to stay below the maximum size of an attachment', () => {
  const place = { action: 1, effect: null };
  const reported = { error: new Error('x'), where: 'uncaught', place };
  const many = reportTrace(sessionWith({ actions: 500, listLength: 5 }).log, origin, reported);
  expect(bytes(many)).toBeLessThanOrEqual(MAX_BYTES);
  expect(many.actions.length).toBeLessThan(500);
  expect(many.actions.at(-1)?.type).toBe('test/number500');
  expect(many.isShortened).toBeUndefined();
  const large = reportTrace(sessionWith({ actions: 60, listLength: 2_000 }).log, origin, reported);
  expect(bytes(large)).toBeLessThanOrEqual(MAX_BYTES);
  expect(large).toMatchObject({ isShortened: true });
  expect(large.actions).toHaveLength(30);
});

it('does not report free text as the place of an error', () => {
  const { log } = sessionWith({ actions: 1, listLength: 0 });
  const where = `root saga "${PLANTED}"`;
  const trace = reportTrace(log, origin, { error: 'thrown text', where, place: log.placeOf(null) });
  expect(trace.failure).toMatchObject({ where: 'uncaught', error: 'string' });
});

it('is read from an error report as the collector stores it', () => {
  const { log } = sessionWith({ actions: 2, listLength: 1 });
  const trace = reportTrace(log, origin, { error: null, where: 'uncaught', place: log.placeOf(null) });
  const lines = [
    { event_id: '1' },
    { type: 'event' },
    { exception: {} },
    { type: 'attachment', filename: 'trellis-trace.json', length: 1 },
    trace,
  ].map((line) => JSON.stringify(line));
  expect(readTrace(lines.join('\n'))).toEqual(JSON.parse(JSON.stringify(trace)));
  expect(() => readTrace(lines.slice(0, 3).join('\n'))).toThrow(
    'This file is neither a trace nor an error report with a trace.',
  );
});
