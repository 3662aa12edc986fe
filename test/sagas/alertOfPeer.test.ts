import * as fx from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import { alertOfPeer } from '#sagas/notifications/alertOfPeer.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { signedIn } from '#store/session/sessionSlice.ts';
import { aUser } from '../fixtures/people.ts';
import { PROGRAM_ID } from '../fixtures/programs.ts';

const user = aUser();
const signedInState = rootReducer(
  rootReducer(undefined, { type: '' }),
  signedIn({ user, tokenExpiresAt: 1 }),
);
const item = {
  id: 'outbox-row-1',
  timetoken: '17500000000000001',
  fromUserId: 9,
  type: 'PEER_JOINED_SESSION',
  payload: { programId: PROGRAM_ID, extraPayload: { sessionId: 'ssssssssssssssss' } },
};
const ports = (claim: () => Promise<boolean> = async () => true): [fx.Effect, unknown] => [
  fx.getContext('ports'),
  { page: { isVisible: () => true, listen: () => () => {} }, moments: { claim } },
];
/** What only waits is over at once. */
const noDelays = {
  call: (effect: { fn: { name: string } }, next: () => unknown) =>
    effect.fn.name === 'delayP' ? true : next(),
};

describe('a peer who joined', () => {
  const alertWith = async (joined: object = {}, claim?: () => Promise<boolean>) => {
    const { storeState } = await expectSaga(alertOfPeer, { ...item, ...joined })
      .withReducer(rootReducer, signedInState)
      .provide([ports(claim), noDelays])
      .silentRun(20);
    return selectPeerAlert(storeState);
  };

  it('is announced where nobody was told yet', async () => {
    expect(await alertWith()).toMatchObject({ sessionId: 'ssssssssssssssss', userId: 9 });
    expect(await alertWith({}, async () => false)).toBeNull();
  });

  it('is not announced to whoever went there while it was looked into', async () => {
    const there = { pathname: `/program/${PROGRAM_ID}/coaching/ssssssssssssssss`, search: '', hash: '' };
    const saga = expectSaga(alertOfPeer, item).withReducer(rootReducer, signedInState).provide([ports()]);
    const ended = saga.silentRun(400);
    saga.dispatch(locationChanged({ location: { ...there, state: null, key: 'k' }, kind: 'PUSH' }));
    expect(selectPeerAlert((await ended).storeState)).toBeNull();
  });

  it('is no news to themselves, nor where no session is named', async () => {
    expect(await alertWith({ fromUserId: user.userId })).toBeNull();
    expect(await alertWith({ payload: {} })).toBeNull();
  });
});
