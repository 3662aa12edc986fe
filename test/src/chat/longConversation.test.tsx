import { act, screen, waitFor } from '@testing-library/react';
import { Chat } from '#src/chat/Chat.tsx';
import { CHUNK } from '#src/chat/useTailWindow.ts';
import { CHANNEL, fromMax, open, withHistory } from '../../support/lenaAndMax.ts';
import { show } from '../support/show.tsx';

/** The rows of messages that are in the document, without the lines between days. */
const rows = () => Array.from(screen.getByRole('list', { name: 'Messages' }).querySelectorAll('[data-id]'));

/** A conversation of 200 messages is open at its end. */
async function openLong() {
  const messaging = withHistory(200);
  messaging.setMember(CHANNEL, 'uuid-lena', messaging.log.at(-1)?.timetoken); // who has read it all begins at the end
  const { client } = show(<Chat />, { client: { messaging } });
  await waitFor(() => expect(client.state().presence.connection.phase).toBe('connected'));
  await act(async () => void open(client));
  await screen.findByText('message 200');
  await waitFor(() => expect(rows()).toHaveLength(CHUNK));
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

it('puts what comes behind what is there, and leaves what is there as it is', async () => {
  const receive = await openLong();
  const before = rows();
  await receive(30);
  expect(rows().slice(0, CHUNK)).toEqual(before);
  expect(rows()).toHaveLength(CHUNK + 30);
});

it('lets the oldest rows go from time to time, so that a long evening costs no more than a short one', async () => {
  const receive = await openLong();
  for (let round = 0; round < 6; round++) {
    await receive(35);
    expect(rows().length).toBeGreaterThanOrEqual(CHUNK);
    expect(rows().length).toBeLessThanOrEqual(2 * CHUNK);
  }
  expect(rows().at(-1)).toHaveTextContent('message 410');
});

it('shows the time under the last of what one person wrote at once, and says it nowhere else', async () => {
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

it('stays at its end while the field below takes from its height, and leaves it with whoever scrolls', async () => {
  const tellings: (() => void)[] = [];
  globalThis.ResizeObserver = class implements ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      tellings.push(() => callback([], this));
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
    const measured = () =>
      act(() => {
        for (const tell of tellings) tell();
      });
    const scrolledTo = (top: number) =>
      act(() => {
        list.scrollTop = top;
        list.dispatchEvent(new Event('scroll'));
      });
    const newest = () => screen.queryByRole('button', { name: 'Newest' });
    measured();
    scrolledTo(1_700);
    // Two lines were written before the browser said that the list has become lower.
    size.clientHeight = 258;
    scrolledTo(1_700);
    expect(newest()).not.toBeInTheDocument();
    measured();
    expect(list.scrollTop).toBe(2_000);
    scrolledTo(1_600);
    expect(newest()).toBeInTheDocument();
  } finally {
    Reflect.deleteProperty(globalThis, 'ResizeObserver');
  }
});
