import type { ImportedHistory } from '../../../messaging/index.ts';

/** The words of a conversation as the browsers of an organisation with a key would have sent them. */
export const sealTalk = (
  { messages, actions, memberships }: ImportedHistory,
  seal: (text: string) => string,
): ImportedHistory => ({
  messages: messages.map((message) => ({ ...message, payload: seal(JSON.stringify(message.payload)) })),
  actions: actions.map((action) =>
    action.type === 'edit' ? { ...action, value: seal(action.value) } : action,
  ),
  memberships,
});
