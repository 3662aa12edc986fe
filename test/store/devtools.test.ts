import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { searchTextChanged } from '#store/chat/widgetSlice.ts';
import { sanitizeAction } from '#store/devtools.ts';
import { draftChanged } from '#store/drafts/draftsSlice.ts';

it('names API actions after their endpoint', () => {
  const action = { type: 'api/executeMutation/fulfilled', meta: { arg: { endpointName: 'completeTopic' } } };
  expect(sanitizeAction(action).type).toBe('api/completeTopic/fulfilled');
});

it('hides people’s text', () => {
  const user = { id: 7, firstName: 'Lena', lastName: 'Larsen' };
  const actions = [
    messageSubmitted('chat_T3_U7.U9', user, 'my secret'),
    draftChanged({ key: 'chat/x', text: 'my secret' }),
    searchTextChanged('my secret'),
    {
      type: 'api/executeMutation/pending',
      meta: { arg: { endpointName: 'recordStep', originalArgs: { record: { answer: 'my secret' } } } },
    },
  ];
  for (const action of actions) expect(JSON.stringify(sanitizeAction(action))).not.toContain('my secret');
});
