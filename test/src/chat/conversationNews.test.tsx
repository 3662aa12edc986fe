import { act, render, screen } from '@testing-library/react';
import { ConversationNews } from '#src/chat/ConversationNews.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('says at once what comes alone, and what comes thick and fast every two seconds', () => {
  const { rerender } = render(<ConversationNews count={0} peerName="Max Mustermann" />);
  const said: string[] = [];
  const tell = (count: number) => {
    rerender(<ConversationNews count={count} peerName="Max Mustermann" />);
    said.push(screen.getByRole('log').textContent ?? '');
  };
  const wait = (ms: number) => {
    act(() => {
      jest.advanceTimersByTime(ms);
    });
    said.push(screen.getByRole('log').textContent ?? '');
  };
  tell(0);
  tell(1);
  for (let count = 2; count <= 40; count++) tell(count);
  expect(new Set(said)).toEqual(new Set(['', '1 new message from Max Mustermann']));
  wait(2_000);
  expect(said.at(-1)).toBe('40 new messages from Max Mustermann');
  tell(41);
  expect(said.at(-1)).toBe('40 new messages from Max Mustermann');
  wait(2_000);
  expect(said.at(-1)).toBe('41 new messages from Max Mustermann');
  wait(2_000);
  tell(42);
  expect(said.at(-1)).toBe('42 new messages from Max Mustermann');
});
