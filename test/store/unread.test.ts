import fc from 'fast-check';
import { newConversation } from '#store/chat/conversations.ts';
import { addUnread, moveReadPosition, refreshUnread } from '#store/chat/unread.ts';
import { isLater, timetokenAt } from '#store/messaging/timetoken.ts';

const CHANNEL = 'chat_T3_U7.U9';
const at = (n: number) => timetokenAt(n + 1);
/** What the service answers when it has `stored` messages: at most `known` of the newest by their timetokens. */
const answer = (stored: number[], position: string, known: number) => {
  const unread = stored.map(at).filter((timetoken) => isLater(timetoken, position));
  return {
    ...newConversation(CHANNEL, 9),
    readTimetoken: position,
    unreadAt: unread.slice(-known),
    unreadOlder: Math.max(0, unread.length - known),
  };
};

it('counts each unread message once, however live messages, answers and reading are mixed', () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant('live' as const), n: fc.integer({ min: 0, max: 19 }) }),
    fc.record({ kind: fc.constant('read' as const), n: fc.integer({ min: 0, max: 19 }) }),
    fc.record({ kind: fc.constant('answer' as const), n: fc.integer({ min: 0, max: 19 }) }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const conversation = newConversation(CHANNEL, 9);
      const stored: number[] = [];
      let position = '0';
      for (const { kind, n } of events) {
        if (kind === 'live') {
          if (!stored.includes(n)) stored.push(n);
          addUnread(conversation, at(n));
        } else if (kind === 'read') {
          moveReadPosition(conversation, at(n));
          if (isLater(at(n), position)) position = at(n);
        } else {
          // Asked from an older position and of fewer messages than there are by now: late, as answers are.
          stored.sort((a, b) => a - b);
          refreshUnread(conversation, answer(stored.slice(0, n), at(n % 3), 100));
          if (isLater(at(n % 3), position)) position = at(n % 3);
        }
        const expected = stored.filter((one) => isLater(at(one), position)).length;
        expect(conversation.unread).toBe(expected);
      }
    }),
  );
});

it('knows how many there are beyond those it has seen, and stays right while new ones come', () => {
  const conversation = newConversation(CHANNEL, 9);
  const stored = Array.from({ length: 250 }, (_, n) => n);
  refreshUnread(conversation, answer(stored, '0', 100));
  expect(conversation.unread).toBe(250);
  addUnread(conversation, at(250));
  addUnread(conversation, at(30)); // an old one that history brings
  expect(conversation.unread).toBe(251);
  refreshUnread(conversation, answer([...stored, 250], '0', 100));
  expect(conversation.unread).toBe(251);
  moveReadPosition(conversation, at(199));
  expect(conversation.unread).toBe(51);
});
