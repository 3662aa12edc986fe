import { instrument } from '@redux-devtools/instrument';
import type { StoreEnhancer } from '@reduxjs/toolkit';
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { CausePanel } from '#src/developer/CausePanel.tsx';
import { liftedStoreOf } from '#store/devtools/liftedStore.ts';
import { playTrace } from '#store/devtools/playTrace.ts';
import { readTrace } from '#store/devtools/readTrace.ts';
import { type Trace, wholeTrace } from '#store/devtools/trace.ts';
import { aDay } from '#test/support/aDay.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';

const start = clientsUnderFakeTimers();
const origin = { version: '1', build: 'b', deployment: 'test', savedAt: 'now' };

async function recordedDay() {
  const { store, log } = await aDay(start, { enhancers: [instrument() as unknown as StoreEnhancer] });
  const lifted = liftedStoreOf(store);
  if (!lifted) throw new Error('The instrument is missing');
  const { actionsById, stagedActionIds } = lifted.getState();
  const indexOf = (type: string) => stagedActionIds.findIndex((id) => actionsById[id]?.action.type === type);
  const jumpTo = (type: string) =>
    act(() => void lifted.dispatch({ type: 'JUMP_TO_STATE', index: indexOf(type) }));
  return { lifted, log, store, indexOf, jumpTo };
}
const items = () => screen.getAllByRole('treeitem').map((item) => item.textContent);

it('shows the cause and the effects of the action that the DevTools show, and follows each jump', async () => {
  const { lifted, log, jumpTo } = await recordedDay();
  render(<CausePanel lifted={lifted} log={log} shown={null} />);
  jumpTo('chat/messageSubmitted');
  expect(screen.getByRole('heading', { name: /#\d+ chat\/messageSubmitted/ })).toBeVisible();
  expect(items().slice(0, 3)).toEqual(['Caused by', 'Component, while it was rendered', 'Has caused']);
  expect(items()).toContainEqual(expect.stringMatching(/^call realtime\.publish/));
  jumpTo('chat/messagesReceived');
  expect(items()).toContainEqual('because of the event realtime: message');
});

it('can be navigated and collapsed with the keyboard, and Enter jumps to the named action', async () => {
  jest.useRealTimers();
  const user = userEvent.setup();
  jest.useFakeTimers();
  const { lifted, log, indexOf, jumpTo } = await recordedDay();
  jest.useRealTimers();
  render(<CausePanel lifted={lifted} log={log} shown={null} />);
  jumpTo('chat/messageSent');
  const tree = screen.getByRole('tree', { name: 'Cause and effect' });
  act(() => within(tree).getAllByRole('treeitem')[0]?.focus());
  const focused = () => document.activeElement?.textContent;
  const before = items().length;
  await user.keyboard('{ArrowDown}');
  expect(focused()).toMatch(/^Saga .*sendMessage$/);
  expect(document.activeElement).toHaveAttribute('aria-level', '2');
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toHaveAttribute('aria-expanded', 'false');
  expect(items().length).toBeLessThan(before);
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(focused()).toMatch(/^because of action #\d+ chat\/messageSubmitted$/);
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(focused()).toBe('Caused by');
  await user.keyboard('{End}');
  expect(screen.getAllByRole('treeitem').at(-1)).toHaveFocus();
  await user.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowDown}{Enter}');
  expect(lifted.getState().currentStateIndex).toBe(indexOf('chat/messageSubmitted'));
  expect(screen.getByRole('heading', { name: /chat\/messageSubmitted/ })).toBeVisible();
});

it('shows the causes of an imported session', async () => {
  const { lifted, log } = await recordedDay();
  const file = JSON.stringify(wholeTrace(lifted, log, origin));
  const trace: Trace = readTrace(file);
  playTrace(lifted, trace);
  const sent = trace.actions.findIndex(({ type }) => type === 'chat/messageSent');
  const shown = render(<CausePanel lifted={lifted} log={log} shown={trace} />);
  act(() => void lifted.dispatch({ type: 'JUMP_TO_STATE', index: sent + 1 }));
  expect(items()).toContainEqual(expect.stringMatching(/^Saga .*sendQueue › sendMessage$/));
  // A trace of an older version has no causes.
  const { steps: _steps, effects: _effects, ...older } = trace;
  shown.rerender(<CausePanel lifted={lifted} log={log} shown={older} />);
  expect(screen.getByText('No cause was recorded for this action.')).toBeVisible();
});
