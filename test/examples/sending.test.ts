import { listenerClient } from './listeners.ts';
import type { Message, Publish } from './messages.ts';
import { sagaClient } from './sagas.ts';
import { thunkClient } from './thunks.ts';

/** The only fake: a service that responds when the test tells it to. */
function fakeService() {
  const calls: { text: string; signal: AbortSignal; accept: () => void; refuse: () => void }[] = [];
  const publish: Publish = ({ text }: Message, signal) =>
    new Promise((accept, reject) => {
      calls.push({ text, signal, accept, refuse: () => reject(new Error('unreachable')) });
    });
  return { publish, calls, texts: () => calls.map(({ text }) => text), last: () => calls.at(-1)! };
}
const pass = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe.each([
  ['thunks', thunkClient],
  ['the listener middleware', listenerClient],
  ['sagas', sagaClient],
])('sending with %s', (_name, start) => {
  function begin() {
    const service = fakeService();
    const client = start(service.publish);
    const statuses = () => client.state().messages.map(({ text, status }) => `${text} ${status}`);
    return { ...service, ...client, statuses };
  }

  it('shows a message immediately and marks it when it was sent', async () => {
    const { send, statuses, last } = begin();
    send({ id: '1', text: 'a' });
    expect(statuses()).toEqual(['a sending']);
    await pass();
    last().accept();
    await pass();
    expect(statuses()).toEqual(['a sent']);
  });

  it('sends one message after another in the order in which they were submitted', async () => {
    const { send, texts, last, statuses } = begin();
    for (const text of ['a', 'b', 'c']) send({ id: text, text });
    await pass();
    expect(texts()).toEqual(['a']);
    last().accept();
    await pass();
    expect(texts()).toEqual(['a', 'b']);
    last().accept();
    await pass();
    last().accept();
    await pass();
    expect(statuses()).toEqual(['a sent', 'b sent', 'c sent']);
  });

  it('tries again after 1, 2 and 4 seconds, and keeps the order', async () => {
    const { send, texts, last, statuses } = begin();
    send({ id: '1', text: 'a' });
    send({ id: '2', text: 'b' });
    await pass();
    for (const waitMs of [1_000, 2_000, 4_000]) {
      const before = texts().length;
      last().refuse();
      await pass(waitMs - 1);
      expect(texts()).toHaveLength(before);
      await pass(1);
      expect(texts()).toHaveLength(before + 1);
    }
    last().accept();
    await pass();
    expect(texts()).toEqual(['a', 'a', 'a', 'a', 'b']);
    expect(statuses()).toEqual(['a sent', 'b sending']);
  });

  it('stops after the fourth attempt and continues with the next message', async () => {
    const { send, texts, last, statuses } = begin();
    send({ id: '1', text: 'a' });
    send({ id: '2', text: 'b' });
    await pass();
    for (const waitMs of [1_000, 2_000, 4_000, 0]) {
      last().refuse();
      await pass(waitMs);
    }
    expect(statuses()).toEqual(['a failed', 'b sending']);
    expect(texts()).toEqual(['a', 'a', 'a', 'a', 'b']);
  });

  it('aborts the call in flight at sign-out and sends no pending message', async () => {
    const { send, signOut, calls, last, state } = begin();
    send({ id: '1', text: 'a' });
    send({ id: '2', text: 'b' });
    await pass();
    signOut();
    await pass(); // a listener learns of an action in the next microtask
    expect(last().signal.aborted).toBe(true);
    last().accept();
    await pass(60_000);
    expect(calls).toHaveLength(1);
    expect(state()).toEqual({ messages: [] });
  });

  it('cancels the next attempt at sign-out', async () => {
    const { send, signOut, calls, last } = begin();
    send({ id: '1', text: 'a' });
    await pass();
    last().refuse();
    await pass(500);
    signOut();
    await pass(60_000);
    expect(calls).toHaveLength(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sends the next session’s messages immediately, even if a call of the previous session never ended', async () => {
    const { send, signOut, texts, last, statuses } = begin();
    send({ id: '1', text: 'a' });
    await pass();
    signOut();
    await pass();
    send({ id: '2', text: 'b' });
    await pass();
    expect(texts()).toEqual(['a', 'b']);
    last().accept();
    await pass();
    expect(statuses()).toEqual(['b sent']);
  });
});
