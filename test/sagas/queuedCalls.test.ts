import type { Home, Need } from '#contract/home.ts';
import type { InvitedSurvey } from '#contract/surveys/surveys.ts';
import { createOutbox } from '#src/app/ports/outbox.ts';
import { memoryOutbox } from '#src/app/ports/outboxStore.ts';
import { baseApi } from '#store/api/baseApi.ts';
import { checkInsApi } from '#store/checkIns/checkInsApi.ts';
import { draftChanged } from '#store/drafts/draftsSlice.ts';
import { homeApi } from '#store/home/homeApi.ts';
import {
  queuedCallWithdrawn,
  queuedCheckInId,
  queuedResponseId,
  selectQueuedCalls,
} from '#store/offline/queuedCallsSlice.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { anonymouslyAnswered } from '#store/surveys/anonymouslyAnswered.ts';
import { surveyDraftKey } from '#store/surveys/surveyDraftKey.ts';
import { surveysApi } from '#store/surveys/surveysApi.ts';
import { aCheckIn, someAnswers } from '#test/fixtures/checkIns.ts';
import { aProgram } from '#test/fixtures/programs.ts';
import { type Client, fakeDrafts, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';
import { fakeBrowser } from '#test/support/fakeTabs.ts';

const start = clientsUnderFakeTimers();
const program = aProgram();
const RECORD = `PUT /api/programs/${program.programId}/steps/practice/record`;
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const practise = (client: Client, tally: number) =>
  client.store.dispatch(
    programsApi.endpoints.recordStep.initiate({
      programId: program.programId,
      stepKey: 'practice',
      record: { done: false, tally },
    }),
  );
const queued = ({ state }: Client) => Object.values(selectQueuedCalls(state()));

/** A server that is unreachable at first, and the tallies that it stores. */
function server() {
  const tallies: number[] = [];
  const store: Answer = async (request) => {
    tallies.push(((await request.clone().json()) as { tally: number }).tally);
    return json(program);
  };
  return { tallies, store };
}

it('sends the newest change of a step once, when the server is back', async () => {
  const { tallies, store } = server();
  const client = start({ answers: { [RECORD]: unreachable } });
  await pass(100);
  await practise(client, 1);
  await pass(100);
  await practise(client, 2);
  await pass(60_000);
  expect(queued(client)).toMatchObject([{ args: { stepKey: 'practice', record: { tally: 2 } } }]);
  client.api.on(RECORD, store);
  await pass(60_000);
  expect(tallies).toEqual([2]);
  expect(queued(client)).toEqual([]);
});

it('sends a change after a reload, and not again after another one', async () => {
  const { tallies, store } = server();
  const browser = fakeBrowser();
  const rows = memoryOutbox();
  const open = (answer: Answer) =>
    start({ outbox: createOutbox(rows, browser.open()), answers: { [RECORD]: answer } });
  const first = open(unreachable);
  await pass(100);
  await practise(first, 1);
  await pass(100);
  first.root.cancel();
  await pass(100);
  const second = open(store);
  await pass(10_000);
  expect(tallies).toEqual([1]);
  second.root.cancel();
  await pass(100);
  open(store);
  await pass(10_000);
  expect(tallies).toEqual([1]);
});

it('does not send a queued change after a newer one was saved', async () => {
  const { tallies, store } = server();
  const client = start({ answers: { [RECORD]: unreachable } });
  await pass(100);
  await practise(client, 1);
  await pass(100);
  client.api.on(RECORD, store);
  await practise(client, 2);
  await pass(60_000);
  expect(tallies).toEqual([2]);
});

it('says that a queued change was refused, and does not send it again', async () => {
  const client = start({ answers: { [RECORD]: unreachable } });
  await pass(100);
  await practise(client, 1);
  await pass(100);
  client.api.on(RECORD, () => problem(422, 'step-locked'));
  await pass(2_000);
  expect(client.state().toasts.shown?.text).toContain('A step that you changed offline could not be saved.');
  const asked = client.api.asked(RECORD);
  await pass(60_000);
  expect(client.api.asked(RECORD)).toBe(asked);
  expect(queued(client)).toEqual([]);
});

it('does not queue a change that the server refused immediately', async () => {
  const client = start({ answers: { [RECORD]: () => problem(409, 'step-changed') } });
  await pass(100);
  await practise(client, 1);
  await pass(100);
  expect(queued(client)).toEqual([]);
});

it('deletes queued changes at sign-out', async () => {
  const browser = fakeBrowser();
  const rows = memoryOutbox();
  const client = start({ outbox: createOutbox(rows, browser.open()), answers: { [RECORD]: unreachable } });
  await pass(100);
  await practise(client, 1);
  await pass(100);
  expect(await rows.tabs('T3_U7')).toHaveLength(1);
  client.store.dispatch(signOutRequested());
  await pass(100);
  expect(await rows.tabs('T3_U7')).toEqual([]);
  expect(queued(client)).toEqual([]);
});

const CHECK_IN = 'PUT /api/check-ins/2026-11-16';
const sendCheckIn = (client: Client) =>
  client.store.dispatch(
    checkInsApi.endpoints.changeCheckIn.initiate({
      week: '2026-11-16',
      change: { action: 'send', version: 0, answers: someAnswers(), skipReason: null },
    }),
  );

it('sends a check-in after a reload, on any screen', async () => {
  const browser = fakeBrowser();
  const rows = memoryOutbox();
  const sent: unknown[] = [];
  const first = start({ outbox: createOutbox(rows, browser.open()), answers: { [CHECK_IN]: unreachable } });
  await pass(100);
  await sendCheckIn(first);
  await pass(100);
  first.root.cancel();
  await pass(100);
  const second = start({
    at: '/home',
    outbox: createOutbox(rows, browser.open()),
    answers: {
      [CHECK_IN]: async (request) => {
        sent.push(await request.json());
        return json(aCheckIn({ version: 1, answers: someAnswers(), state: 'submitted' }));
      },
    },
  });
  await pass(2_000);
  expect(second.state().toasts.shown?.text).toBe('Your check-in is sent.');
  await pass(60_000);
  expect(sent).toEqual([{ action: 'send', version: 0, answers: someAnswers(), skipReason: null }]);
  expect(queued(second)).toEqual([]);
  expect(await rows.tabs('T3_U7')).toEqual([]);
});

it('submits the answers to a survey after a reload, on any screen, and deletes their draft', async () => {
  const SUBMIT = 'POST /api/surveys/aaaaaaaaaaaaaaaa/responses';
  const browser = fakeBrowser();
  const rows = memoryOutbox();
  const drafts = fakeDrafts();
  const response = { answers: { q1: 4 } };
  const first = start({
    drafts,
    outbox: createOutbox(rows, browser.open()),
    answers: { [SUBMIT]: unreachable },
  });
  await pass(100);
  first.store.dispatch(draftChanged({ key: surveyDraftKey('aaaaaaaaaaaaaaaa'), text: 'kept' }));
  await first.store.dispatch(
    surveysApi.endpoints.submitSurvey.initiate({ surveyId: 'aaaaaaaaaaaaaaaa', response }),
  );
  await pass(1_000);
  first.root.cancel();
  await pass(100);
  expect(drafts.kept.size).toBe(1);
  const sent: unknown[] = [];
  const second = start({
    at: '/home',
    drafts,
    outbox: createOutbox(rows, browser.open()),
    answers: {
      [SUBMIT]: async (request) => {
        sent.push(await request.json());
        return json({ answeredOn: '2026-11-23' });
      },
    },
  });
  await pass(2_000);
  expect(second.state().toasts.shown?.text).toBe('Your answers to the survey are submitted.');
  await pass(60_000);
  expect(sent).toEqual([response]);
  expect(drafts.kept.size).toBe(0);
  expect(queued(second)).toEqual([]);
});

it('keeps the draft of answers that were withdrawn while they were being submitted', async () => {
  const SUBMIT = 'POST /api/surveys/aaaaaaaaaaaaaaaa/responses';
  const drafts = fakeDrafts();
  const client = start({ drafts, answers: { [SUBMIT]: unreachable } });
  await pass(100);
  const surveyId = 'aaaaaaaaaaaaaaaa';
  await client.store.dispatch(
    surveysApi.endpoints.submitSurvey.initiate({ surveyId, response: { answers: { q1: 4 } } }),
  );
  await pass(100);
  const answered = Promise.withResolvers<Response>();
  client.api.on(SUBMIT, () => answered.promise);
  await pass(60_000);
  client.store.dispatch(draftChanged({ key: surveyDraftKey(surveyId), text: 'changed' }));
  client.store.dispatch(queuedCallWithdrawn({ id: queuedResponseId(surveyId) }));
  answered.resolve(json({ answeredOn: '2026-11-23' }));
  await pass(60_000);
  expect(drafts.kept.size).toBe(1);
});

it('says where the answers to a survey are that was closed before they were submitted', async () => {
  const SUBMIT = 'POST /api/surveys/aaaaaaaaaaaaaaaa/responses';
  const drafts = fakeDrafts();
  const client = start({ drafts, answers: { [SUBMIT]: unreachable } });
  await pass(100);
  const surveyId = 'aaaaaaaaaaaaaaaa';
  client.store.dispatch(draftChanged({ key: surveyDraftKey(surveyId), text: 'kept' }));
  await client.store.dispatch(
    surveysApi.endpoints.submitSurvey.initiate({ surveyId, response: { answers: { q1: 4 } } }),
  );
  await pass(100);
  client.api.on(SUBMIT, () => problem(422, 'not-possible'));
  await pass(2_000);
  expect(client.state().toasts.shown?.text).toContain('They are still on its page.');
  expect(drafts.kept.size).toBe(1);
  expect(queued(client)).toEqual([]);
});

it('shows no toast for a check-in that is sent immediately, because its form shows the result', async () => {
  const client = start({
    answers: { [CHECK_IN]: () => json(aCheckIn({ version: 1, answers: someAnswers(), state: 'submitted' })) },
  });
  await pass(100);
  await sendCheckIn(client);
  await pass(1_000);
  expect(client.state().toasts.shown).toBeNull();
});

it('does not send a check-in that was withdrawn', async () => {
  const rows = memoryOutbox();
  const client = start({
    outbox: createOutbox(rows, fakeBrowser().open()),
    answers: { [CHECK_IN]: unreachable },
  });
  await pass(100);
  await sendCheckIn(client);
  await pass(100);
  client.store.dispatch(queuedCallWithdrawn({ id: queuedCheckInId('2026-11-16') }));
  await pass(10_000);
  const asked = client.api.asked(CHECK_IN);
  await pass(60_000);
  expect(client.api.asked(CHECK_IN)).toBe(asked);
  expect(await rows.tabs('T3_U7')).toEqual([]);
});

it('does not send a check-in that was withdrawn while an earlier call was being sent', async () => {
  const client = start({ answers: { [RECORD]: unreachable, [CHECK_IN]: unreachable } });
  await pass(100);
  await practise(client, 1);
  await pass(100);
  await sendCheckIn(client);
  const answered = Promise.withResolvers<Response>();
  client.api.on(RECORD, () => answered.promise);
  await pass(60_000);
  const asked = client.api.asked(CHECK_IN);
  client.store.dispatch(queuedCallWithdrawn({ id: queuedCheckInId('2026-11-16') }));
  answered.resolve(json(program));
  await pass(60_000);
  expect(client.api.asked(CHECK_IN)).toBe(asked);
  expect(queued(client)).toEqual([]);
});

it('says that a queued check-in conflicts with a version of another device', async () => {
  const client = start({ answers: { [CHECK_IN]: unreachable } });
  await pass(100);
  await sendCheckIn(client);
  await pass(100);
  client.api.on(CHECK_IN, () => problem(409, 'check-in-changed'));
  await pass(2_000);
  expect(client.state().toasts.shown?.text).toContain('Your answers are still on its page.');
  expect(queued(client)).toEqual([]);
});

it('reports later that the user took part in an anonymous survey, even after a reload on another page', async () => {
  const surveyId = 's'.repeat(16);
  const REPORT = `PUT /api/surveys/${surveyId}/participation`;
  const reported = jest.fn(() => json(null));
  const browser = fakeBrowser();
  const rows = memoryOutbox();
  const open = () => start({ outbox: createOutbox(rows, browser.open()), answers: { [REPORT]: reported } });
  const first = open();
  await pass(100);
  first.store.dispatch(anonymouslyAnswered({ surveyId }));
  await pass(10_000);
  first.root.cancel();
  await pass(100);
  const second = open();
  await pass(14_000);
  // 25 seconds after the answers: 5, and half of 40.
  expect(reported).not.toHaveBeenCalled();
  await pass(12_000);
  expect(reported).toHaveBeenCalledTimes(1);
  expect(queued(second)).toEqual([]);
  second.root.cancel();
  await pass(100);
  open();
  await pass(60_000);
  expect(reported).toHaveBeenCalledTimes(1);
});

it('shows an anonymous survey as answered before its report is sent', async () => {
  const surveyId = 's'.repeat(16);
  const need: Need = {
    key: `survey:${surveyId}`,
    kind: 'survey',
    group: 'week',
    title: 'Answer the survey “Pulse”',
    reason: 'About 2 minutes.',
    verb: 'Answer survey',
    path: `/survey/participate/${surveyId}`,
    keys: [`survey:${surveyId}`],
    about: 'self',
    action: null,
    snoozedUntil: null,
    proposal: null,
    can: { snooze: true, done: false },
  };
  const home: Home = {
    needs: [need],
    snoozed: [],
    team: null,
    continue: null,
    finished: null,
    growth: {
      weeks: [],
      topicsCompleted: 0,
      topicsChosen: 0,
      objectives: { active: 0, achieved: 0, atRisk: 0 },
    },
  };
  const survey: InvitedSurvey = {
    surveyId,
    surveyName: 'Pulse',
    mode: 'anonymous',
    k: 5,
    questions: 4,
    minutes: 2,
    opensOn: null,
    state: 'open',
    closesOn: null,
    releasesOn: null,
    answeredOn: null,
    hasDraft: false,
    releasedAt: null,
  };
  const client = start({
    answers: {
      'GET /api/home': () => json(home),
      'GET /api/surveys': () => json({ invited: [survey], about: [], run: null }),
    },
  });
  await pass(100);
  void client.store.dispatch(surveysApi.endpoints.listSurveys.initiate());
  await pass(1_000);
  const shown = () => ({
    needs: homeApi.endpoints.getHome.select()(client.state()).data?.needs.length,
    answeredOn: surveysApi.endpoints.listSurveys.select()(client.state()).data?.invited[0]?.answeredOn,
  });
  expect(shown()).toEqual({ needs: 1, answeredOn: null });
  client.store.dispatch(anonymouslyAnswered({ surveyId }));
  await pass(1_000);
  expect(shown()).toEqual({ needs: 0, answeredOn: expect.any(String) });
  // The server does not know yet.
  client.store.dispatch(baseApi.util.invalidateTags(['Home', 'Survey']));
  await pass(1_000);
  expect(shown()).toEqual({ needs: 0, answeredOn: expect.any(String) });
});
