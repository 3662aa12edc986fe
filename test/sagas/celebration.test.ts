import * as fx from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import { celebrate } from '#sagas/celebration/celebrate.ts';
import { celebrationStopped, selectCelebration } from '#store/celebration/celebrationSlice.ts';
import { enrolmentApi } from '#store/programs/enrolmentApi.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { aCompletion, aProgram, PROGRAM_ID, TOPIC_ID } from '../fixtures/programs.ts';
import { fakeMoments, pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { json } from '../support/fakeApi.ts';
import { fakeMessaging } from '../support/fakeRealtime.ts';

const start = clientsUnderFakeTimers();
const ROUTE = `PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`;
const complete = async (isLast: boolean) => {
  const lena = start({ answers: { [ROUTE]: () => json(aCompletion(isLast)) } });
  await pass(100);
  void lena.store.dispatch(
    programsApi.endpoints.completeTopic.initiate({ programId: PROGRAM_ID, topicId: TOPIC_ID }),
  );
  await pass(50);
  return lena;
};
const allDone = {
  notificationType: 'LEARNER_COMPLETED_ALL_TOPICS',
  payload: { userId: 9, programName: 'Leading' },
};

describe('the celebration', () => {
  it('plays 9 s after the completion of the last topic, with its second text from 2 s to 7 s', async () => {
    const lena = await complete(true);
    expect(selectCelebration(lena.state())).toEqual({
      isRunning: true,
      isTextShown: false,
      learnerName: null,
    });
    await pass(2_000);
    expect(selectCelebration(lena.state()).isTextShown).toBe(true);
    await pass(5_000);
    expect(selectCelebration(lena.state()).isTextShown).toBe(false);
    await pass(2_000);
    expect(selectCelebration(lena.state()).isRunning).toBe(false);
    expect(lena.effects.filter((effect) => effect.startsWith('confetti'))).toEqual([
      'confetti started',
      'confetti stopped',
    ]);
  });

  it('does not play for a topic that was not the last', async () => {
    const lena = await complete(false);
    expect(lena.confettiRuns()).toBe(0);
  });

  it.each([true, false])(
    'plays for a program that was finished by hand, when that call did it: %s',
    async (isNow) => {
      const answer = {
        programId: PROGRAM_ID,
        finishedAt: '2026-11-21T10:00:00.000Z',
        allTopicsCompleted: isNow,
        program: aProgram({ enrolment: 'completed' }),
      };
      const lena = start({ answers: { [`POST /api/programs/${PROGRAM_ID}/finish`]: () => json(answer) } });
      await pass(100);
      void lena.store.dispatch(enrolmentApi.endpoints.finishProgram.initiate({ programId: PROGRAM_ID }));
      await pass(50);
      expect(lena.confettiRuns()).toBe(isNow ? 1 : 0);
    },
  );

  it('can be stopped, and ends with the session', async () => {
    const stopped = await complete(true);
    stopped.store.dispatch(celebrationStopped());
    expect(stopped.effects.at(-1)).toBe('confetti stopped');
    expect(selectCelebration(stopped.state()).isRunning).toBe(false);
    const left = await complete(true);
    left.store.dispatch(signOutRequested());
    await pass(50);
    expect(left.effects).toContain('confetti stopped');
    expect(selectCelebration(left.state()).isRunning).toBe(false);
  });

  it('plays at an onlooker by the live notification, never from history or in a tab nobody sees', async () => {
    const messaging = fakeMessaging();
    messaging.publishAs('server', 'notif_T3_U7', allDone, { id: 'outbox-row-old' });
    const lena = start({ messaging });
    const hidden = start({ messaging });
    hidden.page.change('hidden', { isVisible: false });
    await pass(5_000);
    expect(lena.confettiRuns()).toBe(0);
    messaging.publishAs('server', 'notif_T3_U7', allDone, { id: 'outbox-row-new' });
    await pass(50);
    expect(lena.confettiRuns()).toBe(1);
    expect(selectCelebration(lena.state()).learnerName).toBe('Max Mustermann');
    expect(hidden.confettiRuns()).toBe(0);
  });

  it('plays in one tab of a browser, and not again after a reload', async () => {
    const messaging = fakeMessaging();
    const moments = fakeMoments();
    const tabs = [start({ messaging, moments }), start({ messaging, moments })];
    await pass(5_000);
    messaging.publishAs('server', 'notif_T3_U7', allDone, { id: 'outbox-row-new' });
    await pass(100);
    expect(tabs.filter((tab) => tab.confettiRuns() === 1)).toHaveLength(1);
    expect(tabs.filter((tab) => tab.confettiRuns() > 0)).toHaveLength(1);
    const reloaded = start({ messaging, moments });
    await pass(5_000);
    messaging.deliverAgain('outbox-row-new');
    await pass(100);
    expect(reloaded.confettiRuns()).toBe(0);
    const elsewhere = start({ messaging });
    await pass(5_000);
    messaging.publishAs(
      'server',
      'notif_T3_U7',
      { ...allDone, payload: { userId: 12 } },
      { id: 'outbox-row-zoe' },
    );
    await pass(100);
    expect(elsewhere.confettiRuns()).toBe(1);
  });

  it('plays at a learner whose last topic somebody else confirmed, as their own and once', async () => {
    const messaging = fakeMessaging();
    const moments = fakeMoments();
    const tabs = [start({ messaging, moments }), start({ messaging, moments })];
    await pass(5_000);
    const own = { ...allDone, payload: { userId: 7, programName: 'Leading' } };
    messaging.publishAs('server', 'notif_T3_U7', own, { id: 'outbox-row-own' });
    await pass(100);
    const [played] = tabs.filter((tab) => tab.confettiRuns() > 0);
    expect(tabs.map((tab) => tab.confettiRuns()).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(played && selectCelebration(played.state())).toMatchObject({ isRunning: true, learnerName: null });
    messaging.deliverAgain('outbox-row-own');
    await pass(10_000);
    expect(tabs.map((tab) => tab.confettiRuns()).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it('asks for 9 s and 500 particles, and ends what it began though the saga is cancelled', async () => {
    jest.useRealTimers();
    const asked: unknown[] = [];
    let isFlying = false;
    const confetti = {
      start(options: unknown) {
        asked.push(options);
        isFlying = true;
        return () => {
          isFlying = false;
        };
      },
    };
    const { storeState } = await expectSaga(celebrate, 'Max')
      .withReducer(rootReducer)
      .provide([[fx.getContext('ports'), { confetti }]])
      .silentRun(20);
    expect(asked).toEqual([{ durationMs: 9_000, particles: 500 }]);
    expect(selectCelebration(storeState)).toEqual({
      isRunning: true,
      isTextShown: false,
      learnerName: 'Max',
    });
    expect(isFlying).toBe(false);
  });

  it('is not made up for: what the service delivers late is no news to celebrate', async () => {
    const lena = start();
    await pass(5_000);
    lena.messaging.deliverLate('notif_T3_U7', allDone, Date.now() - 120_000);
    await pass(50);
    expect(lena.state().notifications.ids).toHaveLength(1);
    expect(lena.confettiRuns()).toBe(0);
  });
});
