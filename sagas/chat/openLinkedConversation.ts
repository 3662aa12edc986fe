import { chatChannel } from '#contract/messaging/channels.ts';
import { CONVERSATION_PARAMETER } from '#contract/messaging/chat.ts';
import { call, ports, put, type Saga, select, take, takeLatest } from '#sagas/effects.ts';
import { findPerson } from '#sagas/people/findPerson.ts';
import { conversationOpened } from '#store/chat/widgetSlice.ts';
import { type AppLocation, locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** A mail about unread messages links to `?chat=12`, which opens the conversation with that person once. */
export function* openLinkedConversations(): Saga {
  yield takeLatest(locationChanged, openLinkedConversation);
  yield* call(openLinkedConversation); // the address at start-up, when the user is already signed in
}

function* openLinkedConversation(): Saga {
  if (linkedPerson(yield* select(selectLocation)) === null) return;
  if ((yield* select(peopleApi.endpoints.listUsers.select())).data === undefined)
    yield* take({ match: peopleApi.endpoints.listUsers.matchFulfilled });
  // Read again, because a guard may have redirected to a gate. The gate returns here later.
  const location = yield* select(selectLocation);
  const peerId = linkedPerson(location);
  const user = yield* select(selectUser);
  if (peerId === null || !user) return;
  const { navigator } = yield* ports();
  yield* call(() => navigator.replace(withoutLink(location)));
  const peer = yield* findPerson(peerId);
  if (!peer || peerId === user.userId) return;
  yield* put(conversationOpened({ channel: chatChannel(user.tenantId, user.userId, peerId), peerId }));
}

/** While a guard redirects, the link is inside `redirectUrl` and is ignored. */
function linkedPerson({ search }: AppLocation): number | null {
  const value = new URLSearchParams(search).get(CONVERSATION_PARAMETER) ?? '';
  return /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null;
}

function withoutLink({ pathname, search, hash }: AppLocation): string {
  const rest = new URLSearchParams(search);
  rest.delete(CONVERSATION_PARAMETER);
  const query = rest.toString();
  return `${pathname}${query && `?${query}`}${hash}`;
}
