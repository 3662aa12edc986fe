import * as fx from 'redux-saga/effects';
import { expectSaga } from 'redux-saga-test-plan';
import { celebrate } from '#sagas/celebration/celebrateIfDue.ts';
import { celebrationStopped, selectCelebration } from '#store/celebration/celebrationSlice.ts';
import { enrolmentApi } from '#store/programs/enrolmentApi.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { aCompletion, aProgram, PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { fakeClaims, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';
import { runFor } from '#test/support/plan.ts';

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
  payload: { userId: 9, programId: PROGRAM_ID, programName: 'Leading' },
};

describe('the celebration', () => {
  it('plays for 9 s after the last topic is completed, with its second text from 2 s to 7 s', async () => {
    const lena = await complete(true);
    expect(selectCelebration(lena.state())).toEqual({
      isRunning: true,
      isTextShown: false,
      learnerName: null,
      programName: 'Leading well',
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

  it('does not play for a topic that is not the last', async () => {
    const lena = await complete(false);
    expect(lena.confettiRuns()).toBe(0);
  });

  it.each([true, false])(
    'plays for a manually finished program only if this call finished it: %s',
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

  it('plays for a coach on a live notification, never from history or in a hidden tab', async () => {
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
    expect(selectCelebration(lena.state())).toMatchObject({
      learnerName: 'Max Mustermann',
      programName: 'Leading',
    });
    expect(hidden.confettiRuns()).toBe(0);
  });

  it('plays in one tab of a browser and not again after a reload', async () => {
    const messaging = fakeMessaging();
    const claims = fakeClaims();
    const tabs = [start({ messaging, claims }), start({ messaging, claims })];
    await pass(5_000);
    messaging.publishAs('server', 'notif_T3_U7', allDone, { id: 'outbox-row-new' });
    await pass(100);
    expect(tabs.filter((tab) => tab.confettiRuns() === 1)).toHaveLength(1);
    expect(tabs.filter((tab) => tab.confettiRuns() > 0)).toHaveLength(1);
    const reloaded = start({ messaging, claims });
    await pass(5_000);
    messaging.deliverAgain('outbox-row-new');
    await pass(100);
    expect(reloaded.confettiRuns()).toBe(0);
    const elsewhere = start({ messaging });
    await pass(5_000);
    messaging.publishAs(
      'server',
      'notif_T3_U7',
      { ...allDone, payload: { ...allDone.payload, userId: 12 } },
      { id: 'outbox-row-zoe' },
    );
    await pass(100);
    expect(elsewhere.confettiRuns()).toBe(1);
  });

  it('plays once for a learner whose last topic was confirmed by another person', async () => {
    const messaging = fakeMessaging();
    const claims = fakeClaims();
    const tabs = [start({ messaging, claims }), start({ messaging, claims })];
    await pass(5_000);
    const own = { ...allDone, payload: { ...allDone.payload, userId: 7 } };
    messaging.publishAs('server', 'notif_T3_U7', own, { id: 'outbox-row-own' });
    await pass(100);
    const [played] = tabs.filter((tab) => tab.confettiRuns() > 0);
    expect(tabs.map((tab) => tab.confettiRuns()).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(played && selectCelebration(played.state())).toMatchObject({ isRunning: true, learnerName: null });
    messaging.deliverAgain('outbox-row-own');
    await pass(10_000);
    expect(tabs.map((tab) => tab.confettiRuns()).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  it('runs for 9 s with 500 particles, and stops the animation when the saga is cancelled', async () => {
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
    const { storeState } = await runFor(
      20,
      expectSaga(celebrate, { learnerName: 'Max', programName: null })
        .withReducer(rootReducer)
        .provide([[fx.getContext('ports'), { confetti }]]),
    );
    expect(asked).toEqual([{ durationMs: 9_000, particles: 500 }]);
    expect(selectCelebration(storeState)).toEqual({
      isRunning: true,
      isTextShown: false,
      learnerName: 'Max',
      programName: null,
    });
    expect(isFlying).toBe(false);
  });

  it('does not play for a notification that is delivered late', async () => {
    const lena = start();
    await pass(5_000);
    lena.messaging.deliverLate('notif_T3_U7', allDone, Date.now() - 120_000);
    await pass(50);
    expect(lena.state().notifications.ids).toHaveLength(1);
    expect(lena.confettiRuns()).toBe(0);
  });
});
