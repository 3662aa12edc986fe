import { PREVIEW_MAX_LENGTH, SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { feedbackCommentOf, messageIdOf, previewOf, sessionFeedback } from '#contract/messaging/chat.ts';
import {
  decodeMessageAction,
  encodeMessageAction,
  fitsMessageAction,
  MESSAGE_ACTION_MAX_LENGTH,
} from '#contract/messaging/messageActions.ts';

const wire = { channel: 'chat_T3_U7.U9', publisher: 'uuid-max', timetoken: '17' };

describe('a message', () => {
  it('is identified by the id that its sender gave it, but not by an invalid id such as toString', () => {
    expect(messageIdOf({ ...wire, meta: { id: 'a-message-1' } })).toBe('a-message-1');
    for (const id of ['__proto__', 'toString', 'hasOwnProperty', 'short', '<script>x'])
      expect(messageIdOf({ ...wire, meta: { id } })).toBe('chat_T3_U7.U9/uuid-max/17');
  });

  it('cuts its preview between characters, and shows only the prefix of confidential feedback', () => {
    const family = '👩‍🚀'.repeat(200);
    expect(Array.from(previewOf(family))).toHaveLength(PREVIEW_MAX_LENGTH);
    expect(previewOf(family).isWellFormed()).toBe(true);
    expect(previewOf(`  ${sessionFeedback('between us')}`)).toBe(SESSION_FEEDBACK_PREFIX);
    expect(feedbackCommentOf(sessionFeedback(' between us '))).toBe('between us');
    expect(feedbackCommentOf('between us')).toBeNull();
  });
});

describe('a message action', () => {
  it('is equal after encoding and parsing', () => {
    for (const change of [
      { kind: 'edit', details: '"quoted"\nand broken' },
      { kind: 'delete' },
      { kind: 'reaction', emoji: '❤️', isOn: false },
    ] as const)
      expect(decodeMessageAction(encodeMessageAction(change, 'an-id'))).toEqual(change);
  });

  it('is ignored if its kind is unknown, and is an error if it is invalid', () => {
    expect(decodeMessageAction({ type: 'receipt', value: 'read' })).toBeNull();
    expect(() =>
      decodeMessageAction({ type: 'edit', value: JSON.stringify({ id: 'x', details: ' ' }) }),
    ).toThrow();
    expect(() => decodeMessageAction({ type: 'reaction', value: '{}' })).toThrow();
  });

  it('can be as long as the service accepts', () => {
    const longest =
      MESSAGE_ACTION_MAX_LENGTH -
      encodeMessageAction({ kind: 'edit', details: '' }, 'x'.repeat(40)).value.length;
    expect(fitsMessageAction({ kind: 'edit', details: 'x'.repeat(longest) })).toBe(true);
    expect(fitsMessageAction({ kind: 'edit', details: 'x'.repeat(longest + 1) })).toBe(false);
  });
});
