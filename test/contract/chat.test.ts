import { feedbackCommentOf, messageIdOf, previewOf, sessionFeedback } from '#contract/chat.ts';
import { actionOf, CHANGE_VALUE_MAX_LENGTH, changeOf, fitsAnAction } from '#contract/chatChanges.ts';
import { PREVIEW_MAX_LENGTH, SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';

const wire = { channel: 'chat_T3_U7.U9', publisher: 'uuid-max', timetoken: '17' };

describe('a message', () => {
  it('is known by its sender’s id, but by none that every object knows', () => {
    expect(messageIdOf({ ...wire, meta: { id: 'a-message-1' } })).toBe('a-message-1');
    for (const id of ['__proto__', 'toString', 'hasOwnProperty', 'short', '<script>x'])
      expect(messageIdOf({ ...wire, meta: { id } })).toBe('chat_T3_U7.U9/uuid-max/17');
  });

  it('has a preview of whole letters, and of confidential feedback its name alone', () => {
    const family = '👩‍🚀'.repeat(200);
    expect(Array.from(previewOf(family))).toHaveLength(PREVIEW_MAX_LENGTH);
    expect(previewOf(family).isWellFormed()).toBe(true);
    expect(previewOf(`  ${sessionFeedback('between us')}`)).toBe(SESSION_FEEDBACK_PREFIX);
    expect(feedbackCommentOf(sessionFeedback(' between us '))).toBe('between us');
    expect(feedbackCommentOf('between us')).toBeNull();
  });
});

describe('a change', () => {
  it('comes back as it was said', () => {
    for (const change of [
      { kind: 'edit', details: '"quoted"\nand broken' },
      { kind: 'delete' },
      { kind: 'reaction', emoji: '❤️', isOn: false },
    ] as const)
      expect(changeOf(actionOf(change, 'an-id'))).toEqual(change);
  });

  it('of another kind is nobody’s mistake, and one that breaks the contract is', () => {
    expect(changeOf({ type: 'receipt', value: 'read' })).toBeNull();
    expect(() => changeOf({ type: 'edit', value: JSON.stringify({ id: 'x', details: ' ' }) })).toThrow();
    expect(() => changeOf({ type: 'reaction', value: '{}' })).toThrow();
  });

  it('fits the service up to its last letter', () => {
    const longest =
      CHANGE_VALUE_MAX_LENGTH - actionOf({ kind: 'edit', details: '' }, 'x'.repeat(40)).value.length;
    expect(fitsAnAction({ kind: 'edit', details: 'x'.repeat(longest) })).toBe(true);
    expect(fitsAnAction({ kind: 'edit', details: 'x'.repeat(longest + 1) })).toBe(false);
  });
});
