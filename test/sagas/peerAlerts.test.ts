import * as fx from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import { raisePeerAlert } from '#sagas/notifications/raisePeerAlert.ts';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { signedIn } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { runFor, withFakeClock } from '#test/support/plan.ts';

withFakeClock();
const user = aUser();
const signedInState = rootReducer(
  rootReducer(undefined, { type: '' }),
  signedIn({ user, tokenExpiresAt: 1 }),
);
const item: Parameters<typeof raisePeerAlert>[0] = {
  id: 'outbox-row-1',
  timetoken: '17500000000000001',
  fromUserId: 9,
  type: 'PEER_JOINED_SESSION',
  payload: { userId: 9, programId: PROGRAM_ID, extraPayload: { sessionId: 'ssssssssssssssss' } },
};
const ports = (claim: () => Promise<boolean> = async () => true): [fx.Effect, unknown] => [
  fx.getContext('ports'),
  { page: { isVisible: () => true, listen: () => () => {} }, claims: { claim } },
];

describe('a peer who joined a session', () => {
  const alertWith = async (joined: object = {}, claim?: () => Promise<boolean>) => {
    const { storeState } = await runFor(
      300,
      expectSaga(raisePeerAlert, { ...item, ...joined })
        .withReducer(rootReducer, signedInState)
        .provide([ports(claim)]),
    );
    return selectPeerAlert(storeState);
  };

  it('is announced once per browser', async () => {
    expect(await alertWith()).toMatchObject({ sessionId: 'ssssssssssssssss', userId: 9 });
    expect(await alertWith({}, async () => false)).toBeNull();
  });

  it('is not announced to a user who opened the session in the meantime', async () => {
    const there = { pathname: `/program/${PROGRAM_ID}/coaching/ssssssssssssssss`, search: '', hash: '' };
    const saga = expectSaga(raisePeerAlert, item).withReducer(rootReducer, signedInState).provide([ports()]);
    const ended = runFor(400, saga);
    saga.dispatch(locationChanged({ location: { ...there, state: null, key: 'k' }, kind: 'PUSH' }));
    expect(selectPeerAlert((await ended).storeState)).toBeNull();
  });

  it('is not announced to that peer, or with an unsafe link', async () => {
    expect(await alertWith({ payload: { ...item.payload, userId: user.userId } })).toBeNull();
    expect(await alertWith({ payload: { ...item.payload, programId: '../../admin' } })).toBeNull();
  });
});
