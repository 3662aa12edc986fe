import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationClosed, conversationStarted } from '#store/chat/widgetSlice.ts';
import { dialogOpened } from '#store/dialogs/dialogsSlice.ts';
import { panelClosed, panelOpened } from '#store/notifications/notificationsSlice.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { aCompletion, PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { type Client, pass, type startClient } from './client.ts';
import { json } from './fakeApi.ts';
import { CHANNEL } from './lenaAndMax.ts';

/**
 * A typical session: the user signs in, sends and receives a message, opens the bell, completes the last topic and
 * signs out.
 */
export async function aDay(
  start: (options: Parameters<typeof startClient>[0]) => Client,
  options: Parameters<typeof startClient>[0] = {},
): Promise<Client> {
  const lena = start({
    at: '/?url=%2Fprogram',
    answers: {
      [`PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`]: () => json(aCompletion(true)),
    },
    ...options,
  });
  const { store, messaging } = lena;
  await pass(4_000);
  store.dispatch(dialogOpened('userMenu'));
  lena.visit('/team');
  store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  store.dispatch(messageSubmitted(CHANNEL, { id: 7, firstName: 'Lena', lastName: 'Larsen' }, 'Hello'));
  await pass(3_000);
  const answer = { user: { id: 9, firstName: 'Max', lastName: 'M' }, details: 'Hi', timestamp: Date.now() };
  messaging.publishAs('uuid-max', CHANNEL, answer, { id: 'answer-id-1' });
  messaging.announce('app_T3_checkin', ['uuid-max'], []);
  await pass(3_000);
  store.dispatch(conversationClosed({ channel: CHANNEL }));
  store.dispatch(panelOpened());
  await pass(3_000);
  store.dispatch(panelClosed());
  messaging.goAway();
  await pass(3_000);
  messaging.comeBack();
  await pass(10_000);
  const { completeTopic } = programsApi.endpoints;
  void store.dispatch(completeTopic.initiate({ programId: PROGRAM_ID, topicId: TOPIC_ID }));
  await pass(10_000);
  store.dispatch(signOutRequested());
  await pass(1_000);
  return lena;
}
