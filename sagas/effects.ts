/**
 * redux-saga's effects, typed for `yield*`. Sagas import from here, never from 'redux-saga/effects'. Each function yields
 * one plain effect, so test plans and the saga monitor see the usual effects.
 */
import type { Action, ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { type Buffer, CANCEL, type Channel, type EventChannel, eventChannel, type Task } from 'redux-saga';
import * as fx from 'redux-saga/effects';
import type { RootState } from '#store/rootReducer.ts';
import type { Ports } from './ports.ts';

export { takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';

/** Traces show these functions of the library, whose names minification would remove. */
for (const [name, effect] of Object.entries({
  takeEvery: fx.takeEvery('', () => {}),
  takeLatest: fx.takeLatest('', () => {}),
  takeLeading: fx.takeLeading('', () => {}),
  delay: fx.delay(0),
}))
  Object.defineProperty(effect.payload.fn, 'name', { value: name });

export type Saga<T = void> = Generator<fx.Effect, T, unknown>;
type Fn<A extends unknown[] = never[], R = unknown> = (...args: A) => R;
type Result<R> = R extends Generator<unknown, infer T, unknown> ? T : R extends PromiseLike<infer T> ? T : R;
/** An action creator or a matcher of RTK. */
interface Matcher<T> {
  match: (action: unknown) => action is T;
  type?: string;
}

export function* call<A extends unknown[], R>(fn: Fn<A, R>, ...args: A): Saga<Result<R>> {
  return (yield fx.call(fn, ...args)) as Result<R>;
}
export function* put<A extends Action>(action: A): Saga<A> {
  return (yield fx.put(action)) as A;
}
/** Adds a message to a channel between sagas. An effect, so that traces connect both sides. */
export function* putTo<T extends object>(channel: Channel<T>, message: T): Saga {
  yield fx.put(channel, message);
}
export function* select<A extends unknown[], T>(
  selector: (state: RootState, ...args: A) => T,
  ...args: A
): Saga<T> {
  return (yield fx.select(selector as Fn<[RootState, ...A], T>, ...args)) as T;
}
export function* take<T>(creator: Matcher<T>): Saga<T> {
  return (yield fx.take(named(creator))) as T;
}
/** The predicate has the name of the action type, which traces show for a saga that waits. */
function named<T>({ match, type = 'anyOf' }: Matcher<T>): (action: Action) => boolean {
  return Object.defineProperty(match as (action: Action) => boolean, 'name', {
    value: type,
    configurable: true,
  });
}
type Matched<M> = M extends Matcher<infer T> ? T : never;
export function* takeAny<M extends readonly Matcher<unknown>[]>(...creators: M): Saga<Matched<M[number]>> {
  const matches = (action: Action) => creators.some((creator) => creator.match(action));
  return (yield fx.take(matches)) as Matched<M[number]>;
}
export function* takeFrom<T extends object>(channel: EventChannel<T> | Channel<T>): Saga<T> {
  return (yield fx.take(channel as Channel<T>)) as T;
}
export function* flush<T extends object>(channel: EventChannel<T> | Channel<T>): Saga<T[]> {
  const waiting = yield fx.flush(channel as Channel<T>);
  return Array.isArray(waiting) ? (waiting as T[]) : []; // a closed channel returns END
}
/** The events of a port as a channel. Traces show the name as the cause of what follows an event. */
export const portEvents = <T extends object>(
  source: string,
  listen: (emit: (event: T) => void) => () => void,
  buffer: Buffer<T>,
): EventChannel<T> => Object.assign(eventChannel<T>(listen, buffer), { source });
/** Buffers matching actions while the saga is busy. */
export function* actionChannel<T extends object>(creator: Matcher<T>, buffer: Buffer<T>): Saga<Channel<T>> {
  const matches = (action: Action) => creator.match(action);
  return (yield fx.actionChannel(matches, buffer as unknown as Buffer<Action>)) as Channel<T>;
}
export function* fork<A extends unknown[]>(fn: Fn<A>, ...args: A): Saga<Task> {
  return (yield fx.fork(fn as Fn<unknown[]>, ...args)) as Task;
}
export function* cancel(task: Task): Saga {
  yield fx.cancel(task);
}
export function* delay(ms: number): Saga<true> {
  return (yield fx.delay(ms)) as true;
}
/** Waits for the first result; the others are cancelled. */
export function* race<R extends Record<string, Saga<unknown>>>(
  runners: R,
): Saga<{ [K in keyof R]?: R[K] extends Saga<infer T> ? T : never }> {
  const effects = Object.fromEntries(
    Object.entries(runners).map(([name, runner]) => [name, fx.call(() => runner)]),
  );
  return (yield fx.race(effects)) as { [K in keyof R]?: R[K] extends Saga<infer T> ? T : never };
}
/** The ports that the composition root passes to createSagaMiddleware. */
export function* ports(): Saga<Ports> {
  return (yield fx.getContext('ports')) as Ports;
}

interface Initiated<T> extends PromiseLike<unknown> {
  unwrap(): Promise<T>;
  abort(): void;
}
type Initiate<R> = ThunkAction<R, RootState, unknown, UnknownAction>;

/**
 * Runs one endpoint and returns its data or throws its error. Pass `initiate(arg, { subscribe: false, forceRefetch: true })`
 * for a query and `initiate(arg, { track: false })` for a mutation, so that no subscription remains. Cancelling aborts it.
 */
export function* run<T>(initiate: Initiate<Initiated<T>>): Saga<T> {
  const handle = (yield fx.put(initiate as unknown as UnknownAction)) as Initiated<T>;
  const result = Object.assign(handle.unwrap(), { [CANCEL]: () => handle.abort() });
  return (yield fx.call(() => result)) as T;
}
/** Dispatches a thunk without waiting for its result. */
export function* dispatch<R>(thunk: Initiate<R>): Saga<R> {
  return (yield fx.put(thunk as unknown as UnknownAction)) as R;
}
