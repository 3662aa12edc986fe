import { chatChannel } from '#contract/channels.ts';
import { CONVERSATION_PARAMETER } from '#contract/chat.ts';
import { call, ports, put, type Saga, select, take, takeLatest } from '#sagas/effects.ts';
import { conversationOpened } from '#store/chat/chatSlice.ts';
import { type AppLocation, locationChanged, selectLocation } from '#store/navigation/navigationSlice.ts';
import { selectPersonById } from '#store/people/directory.ts';
import { peopleApi } from '#store/people/peopleApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

/** A mail about unread messages leads to their conversation: `?chat=12` opens the one with that person, once. */
export function* openLinkedConversations(): Saga {
  yield takeLatest(locationChanged, openLinkedConversation);
  yield* call(openLinkedConversation); // the address that somebody who is already signed in came by
}

function* openLinkedConversation(): Saga {
  if (linkedPerson(yield* select(selectLocation)) === null) return;
  if ((yield* select(peopleApi.endpoints.listUsers.select())).data === undefined)
    yield* take({ match: peopleApi.endpoints.listUsers.matchFulfilled });
  // Read again: a guard may have led elsewhere, and brings the person back here when its gate is passed.
  const location = yield* select(selectLocation);
  const peerId = linkedPerson(location);
  const user = yield* select(selectUser);
  if (peerId === null || !user) return;
  const { navigator } = yield* ports();
  yield* call(() => navigator.replace(withoutLink(location)));
  const peer = yield* select(selectPersonById, peerId);
  if (!peer || peerId === user.userId) return;
  yield* put(conversationOpened({ channel: chatChannel(user.tenantId, user.userId, peerId), peerId }));
}

/** Behind a gate the link stands in `redirectUrl`, and is none yet. */
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
