import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { delay, fork, type Saga } from '#sagas/effects.ts';
import { supervise } from '#sagas/supervise.ts';

const run = (root: () => Saga) => {
  const reported: string[] = [];
  const uncaught: unknown[] = [];
  const ports = {
    reportError: (error: Error, where: string) => void reported.push(`${where}: ${error.message}`),
    now: () => Date.now(),
  };
  const saga = createSagaMiddleware({ context: { ports }, onError: (error) => uncaught.push(error) });
  configureStore({ reducer: () => 0, middleware: (getDefault) => getDefault().concat(saga) });
  return { task: saga.run(root), reported, uncaught };
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('reports a crash, restarts the saga, stops after 5 crashes in a row, and does not affect other sagas', async () => {
  let starts = 0;
  let ticks = 0;
  const { task, reported, uncaught } = run(function* (): Saga {
    yield* supervise('bad', function* (): Saga {
      starts += 1;
      yield* fork(function* (): Saga {
        yield* delay(0);
        throw new Error('boom');
      });
    });
    yield* supervise('good', function* (): Saga {
      while (true) {
        yield* delay(1_000);
        ticks += 1;
      }
    });
  });
  await jest.advanceTimersByTimeAsync(60_000);
  expect({ starts, ticks, uncaught }).toEqual({ starts: 5, ticks: 60, uncaught: [] });
  expect(reported).toEqual(Array(5).fill('saga bad: boom'));
  task.cancel();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(ticks).toBe(60);
});

it('does not count crashes that are more than a minute apart', async () => {
  let starts = 0;
  const { task } = run(function* (): Saga {
    yield* supervise('now and then', function* (): Saga {
      starts += 1;
      yield* delay(61_000);
      throw new Error('boom');
    });
  });
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(starts).toBeGreaterThan(20);
  task.cancel();
});
