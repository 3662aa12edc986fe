import fc from 'fast-check';
import { newConversation } from '#store/chat/conversation.ts';
import { addUnread, moveReadPosition, refreshUnread, unreadCount } from '#store/chat/unread.ts';
import { isLater, timetokenAt } from '#store/messaging/timetoken.ts';

const CHANNEL = 'chat_T3_U7.U9';
const at = (n: number) => timetokenAt(n + 1);
/** The service's response if it has `stored` messages: the timetokens of at most the newest `known` messages. */
const answer = (stored: number[], position: string, known: number) => {
  const unread = stored.map(at).filter((timetoken) => isLater(timetoken, position));
  return {
    ...newConversation(CHANNEL, 9),
    readTimetoken: position,
    unreadAt: unread.slice(-known),
    unreadOlder: Math.max(0, unread.length - known),
  };
};

it('counts each unread message once, regardless of the order in which messages, responses and read positions arrive', () => {
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
          // A late response to a request from an older position, when there were fewer messages.
          stored.sort((a, b) => a - b);
          refreshUnread(conversation, answer(stored.slice(0, n), at(n % 3), 100));
          if (isLater(at(n % 3), position)) position = at(n % 3);
        }
        const expected = stored.filter((one) => isLater(at(one), position)).length;
        expect(unreadCount(conversation)).toBe(expected);
      }
    }),
  );
});

it('counts unread messages that are not loaded, and stays correct when new ones arrive', () => {
  const conversation = newConversation(CHANNEL, 9);
  const stored = Array.from({ length: 250 }, (_, n) => n);
  refreshUnread(conversation, answer(stored, '0', 100));
  expect(unreadCount(conversation)).toBe(250);
  addUnread(conversation, at(250));
  addUnread(conversation, at(30)); // an old message from history
  expect(unreadCount(conversation)).toBe(251);
  refreshUnread(conversation, answer([...stored, 250], '0', 100));
  expect(unreadCount(conversation)).toBe(251);
  moveReadPosition(conversation, at(199));
  expect(unreadCount(conversation)).toBe(51);
});
