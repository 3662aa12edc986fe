import { act, screen, waitFor } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { WINDOW_STEP } from '#src/chat/windowed-list/listWindow.ts';
import { show } from '#test/src/support/show.tsx';
import { CHANNEL, fromMax, open, withHistory } from '#test/support/lenaAndMax.ts';

/** The rendered messages, without the lines between days. */
const rows = () => Array.from(screen.getByRole('list', { name: 'Messages' }).querySelectorAll('[data-id]'));

/** Opens a conversation with 200 messages at its end. */
async function openLong() {
  const messaging = withHistory(200);
  messaging.setMember(CHANNEL, 'uuid-lena', messaging.log.at(-1)?.timetoken); // If everything is read, the conversation opens at its end.
  const { client } = show(<Chat />, { client: { messaging } });
  await waitFor(() => expect(client.state().connection.phase).toBe('connected'));
  await act(async () => void open(client));
  await screen.findByText('message 200');
  await waitFor(() => expect(rows()).toHaveLength(WINDOW_STEP));
  let newest = 200;
  return async (count: number) => {
    const first = newest + 1;
    newest += count;
    await act(async () => {
      for (let n = first; n <= newest; n++)
        messaging.publishAs('uuid-max', CHANNEL, fromMax(`message ${n}`), { id: `later-${n}` });
    });
    await screen.findByText(`message ${newest}`);
  };
}

it('appends incoming messages and leaves the other rows unchanged', async () => {
  const receive = await openLong();
  const before = rows();
  await receive(30);
  expect(rows().slice(0, WINDOW_STEP)).toEqual(before);
  expect(rows()).toHaveLength(WINDOW_STEP + 30);
});

it('removes the oldest rows from time to time while messages arrive', async () => {
  const receive = await openLong();
  for (let round = 0; round < 6; round++) {
    await receive(35);
    expect(rows().length).toBeGreaterThanOrEqual(WINDOW_STEP);
    expect(rows().length).toBeLessThanOrEqual(2 * WINDOW_STEP);
  }
  expect(rows().at(-1)).toHaveTextContent('message 410');
});

it('shows the time only below the last message of a block', async () => {
  const receive = await openLong();
  const times = () =>
    rows()
      .slice(-3)
      .map((row) => row.querySelector('time:not([hidden])') !== null);
  await receive(1);
  expect(times().at(-1)).toBe(true);
  await receive(2);
  expect(times()).toEqual([false, false, true]);
});

it('stays at its end while the composer grows, until the user scrolls', async () => {
  const observers: (() => void)[] = [];
  globalThis.ResizeObserver = class implements ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      observers.push(() => callback([], this));
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  try {
    await openLong();
    const list = screen.getByRole('group', { name: 'Message history' });
    const size = { clientHeight: 300, scrollHeight: 2_000 };
    for (const side of ['clientHeight', 'scrollHeight'] as const)
      Object.defineProperty(list, side, { get: () => size[side] });
    const runObservers = () =>
      act(() => {
        for (const notify of observers) notify();
      });
    const scrollTo = (top: number) =>
      act(() => {
        list.scrollTop = top;
        list.dispatchEvent(new Event('scroll'));
      });
    const newest = () => screen.queryByRole('button', { name: 'Jump to newest' });
    runObservers();
    scrollTo(1_700);
    // The composer grew by 2 lines, and the observers have not run yet.
    size.clientHeight = 258;
    scrollTo(1_700);
    expect(newest()).not.toBeInTheDocument();
    runObservers();
    expect(list.scrollTop).toBe(2_000);
    scrollTo(1_600);
    expect(newest()).toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(globalThis, 'ResizeObserver');
  }
});
