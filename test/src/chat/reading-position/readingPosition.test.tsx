import { renderHook } from '@testing-library/react';
import { firstUnreadIndex } from '#src/chat/reading-position/firstUnread.ts';
import { type ReadingOptions, useReadingPosition } from '#src/chat/reading-position/useReadingPosition.ts';
import type { Message } from '#store/chat/message.ts';
import { timetokenAt } from '#store/messaging/timetoken.ts';

const [ME, MAX] = [7, 9];
const aMessage = (n: number, publisherId = MAX): Message => ({
  id: `message-${n}`,
  channel: 'chat_T3_U7.U9',
  publisherId,
  details: `${n}`,
  timestamp: n,
  timetoken: timetokenAt(n),
  status: 'sent',
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => aMessage(from + index));
const loaded = { isAtStart: true, isLoading: false, hasFailed: false };

/** A list whose rows from `firstInView` on are in view. */
function start(options: Partial<ReadingOptions>, firstInView = 1) {
  const scroller = document.createElement('div');
  const messages = options.messages ?? [];
  for (const { id, timestamp } of messages) {
    const row = document.createElement('div');
    row.dataset.id = id;
    Object.defineProperty(row, 'offsetTop', { value: timestamp * 20 });
    scroller.append(row);
  }
  scroller.scrollTop = firstInView * 20;
  const scrollToItem = jest.fn();
  const onLoadDownTo = jest.fn();
  const initialProps: ReadingOptions = {
    messages,
    ownId: ME,
    newAfter: null,
    history: loaded,
    isSending: false,
    scroller: { current: scroller },
    isAtEnd: true,
    scrollToItem,
    onLoadDownTo,
    ...options,
  };
  const view = renderHook(useReadingPosition, { initialProps });
  const update = (changes: Partial<ReadingOptions>) => view.rerender({ ...initialProps, ...changes });
  return { ...view, update, scrollToItem, onLoadDownTo };
}

describe('the first unread message', () => {
  it('is the peer’s first message after the read position', () => {
    const messages = [aMessage(10), aMessage(20), aMessage(30, ME), aMessage(40), aMessage(50)];
    expect(firstUnreadIndex(messages, ME, timetokenAt(20))).toBe(3);
    expect(firstUnreadIndex(messages, ME, timetokenAt(50))).toBeNull();
    expect(firstUnreadIndex(messages, ME, null)).toBeNull();
  });
});

describe('opening a conversation', () => {
  it('scrolls to the first unread message when it is above the view', () => {
    const { scrollToItem } = start({ messages: range(1, 90), newAfter: timetokenAt(10) }, 70);
    expect(scrollToItem).toHaveBeenCalledWith(10);
    expect(scrollToItem).toHaveBeenCalledTimes(1);
  });

  it('does not scroll when the first unread message is in view', () => {
    const { scrollToItem } = start({ messages: range(1, 90), newAfter: timetokenAt(80) }, 70);
    expect(scrollToItem).not.toHaveBeenCalled();
  });

  it('does not scroll after the user has scrolled', () => {
    const options = { messages: range(1, 90), newAfter: timetokenAt(10), isAtEnd: false };
    const { scrollToItem } = start(options, 70);
    expect(scrollToItem).not.toHaveBeenCalled();
  });

  it('waits for the rest of the page before it scrolls', () => {
    const history = { isAtStart: false, isLoading: true, hasFailed: false };
    const messages = range(51, 90);
    const { scrollToItem, update } = start({ messages, newAfter: timetokenAt(10), history }, 70);
    expect(scrollToItem).not.toHaveBeenCalled();
    update({ messages: range(1, 90), newAfter: timetokenAt(10) });
    expect(scrollToItem).toHaveBeenCalledWith(10);
  });
});

describe('unread messages above the loaded ones', () => {
  const history = { isAtStart: false, isLoading: false, hasFailed: false };
  const unreadAbove = { messages: range(101, 700), newAfter: timetokenAt(10), history };

  it('are loaded by a jump, which then scrolls to the first of them', () => {
    const { result, update, scrollToItem, onLoadDownTo } = start(unreadAbove);
    expect(result.current.jump).toMatchObject({ isUnreadAbove: true, isShown: true });
    result.current.jump.jump();
    expect(onLoadDownTo).toHaveBeenCalledWith(timetokenAt(10));
    expect(scrollToItem).not.toHaveBeenCalled();
    update({ ...unreadAbove, messages: range(1, 700) });
    expect(scrollToItem).toHaveBeenCalledWith(10);
    expect(result.current.jump.isUnreadAbove).toBe(false);
  });

  it('are loaded by another jump if they failed to load', () => {
    const { result, update, scrollToItem } = start(unreadAbove);
    result.current.jump.jump();
    update({ ...unreadAbove, history: { ...history, hasFailed: true } });
    update({ ...unreadAbove, messages: range(1, 700) });
    expect(scrollToItem).not.toHaveBeenCalled();
  });

  it('no longer count as unread when the user sends a message', () => {
    const { result, update } = start(unreadAbove);
    update({ ...unreadAbove, isSending: true });
    expect(result.current.jump.isUnreadAbove).toBe(false);
  });
});
