import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import type { RoomContext } from '#sagas/coaching/roomContext.ts';
import { save } from '#sagas/coaching/saveNotes.ts';
import { selectRoom } from '#store/coaching/room/roomSlice.ts';
import type { OpenNotes } from '#store/ports/coachingVault.ts';
import { aWorkplace, planOf, runFor, thunksAnswered, withFakeClock } from '#test/support/plan.ts';

withFakeClock();

const offline = { status: 'FETCH_ERROR', error: 'no connection' };
const refusal = (status: number, code: string) => ({
  status,
  data: { code, message: `it was ${code}`, requestId: 'r-1' },
});
const storedRoom = { shared: { version: 7 }, own: null, otherKey: 'key of Max' } as unknown as CoachingRoom;

/**
 * Saves shared notes that are based on version 6. The calls get these responses in order; an error rejects the call.
 */
async function saveWith(answers: { error?: unknown; data?: unknown }[]) {
  let version = 6;
  const sent: number[] = [];
  const notes = {
    toSave: async () => {
      sent.push(version);
      return { version, snapshot: 'encrypted' };
    },
    merge: async (stored) => {
      version = stored.version;
    },
    saved: async (next) => {
      version = next;
    },
  } as Partial<OpenNotes> as OpenNotes;
  const context = { sessionId: 's1', room: storedRoom, notes: { shared: notes } } as unknown as RoomContext;
  const { ports } = await aWorkplace();
  const providers = [
    thunksAnswered(() => {
      const answer = answers.shift() ?? { error: offline };
      return {
        unwrap: () => ('error' in answer ? Promise.reject(answer.error) : Promise.resolve(answer.data)),
        abort: () => {},
      };
    }),
  ];
  const { storeState } = await runFor(120_000, planOf({ ports, providers }, save, context, 'shared', notes));
  return { sent, saving: selectRoom(storeState).saving.shared };
}

it('saves notes after a long outage, even if another person has saved in the meantime', async () => {
  const outage = Array.from({ length: 7 }, () => ({ error: offline }));
  const { sent, saving } = await saveWith([
    ...outage,
    { error: refusal(409, 'conflict') },
    { data: storedRoom },
    { data: { documentId: 'd1', version: 8 } },
  ]);
  expect(sent).toEqual([6, 6, 6, 6, 6, 6, 6, 6, 7]);
  expect(saving).toBe('saved');
});

it('stops sending notes that the server refuses permanently, and says that they are only on this device', async () => {
  const { sent, saving } = await saveWith([{ error: refusal(409, 'not-possible') }]);
  expect(sent).toEqual([6]);
  expect(saving).toBe('waiting');
});

it('does not send notes again before the other browser has encrypted the document of both for this person', async () => {
  const stored = (envelope: string | null) => ({
    data: { ...storedRoom, shared: { version: 7, envelope } },
  });
  const { sent, saving } = await saveWith([
    { error: refusal(409, 'conflict') },
    stored(null),
    stored(null),
    { error: offline },
    stored('sealed'),
    { data: { documentId: 'd1', version: 8 } },
  ]);
  expect(sent).toEqual([6, 7]);
  expect(saving).toBe('saved');
});
