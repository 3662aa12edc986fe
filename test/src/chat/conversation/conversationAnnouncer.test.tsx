import { act, render, screen } from '@testing-library/react';
import { ConversationAnnouncer } from '#src/chat/conversation/ConversationAnnouncer.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('announces a single message immediately, and many messages together every 2 seconds', () => {
  const { rerender } = render(<ConversationAnnouncer count={0} peerName="Max Mustermann" />);
  const announced: string[] = [];
  const receive = (count: number) => {
    rerender(<ConversationAnnouncer count={count} peerName="Max Mustermann" />);
    announced.push(screen.getByRole('log').textContent ?? '');
  };
  const wait = (ms: number) => {
    act(() => {
      jest.advanceTimersByTime(ms);
    });
    announced.push(screen.getByRole('log').textContent ?? '');
  };
  receive(0);
  receive(1);
  for (let count = 2; count <= 40; count++) receive(count);
  expect(new Set(announced)).toEqual(new Set(['', '1 new message from Max Mustermann']));
  wait(2_000);
  expect(announced.at(-1)).toBe('40 new messages from Max Mustermann');
  receive(41);
  expect(announced.at(-1)).toBe('40 new messages from Max Mustermann');
  wait(2_000);
  expect(announced.at(-1)).toBe('41 new messages from Max Mustermann');
  wait(2_000);
  receive(42);
  expect(announced.at(-1)).toBe('42 new messages from Max Mustermann');
});
