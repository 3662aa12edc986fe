/** A check-in with private and shared answers that is reviewed with the keyboard, and surveys from the draft to the results. */
import { expect } from '@playwright/test';
import type { Results } from '#contract/surveys/results.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { answerAnonymously } from '#test/journeys/support/anonymousAnswer.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { expectAccessible, expectScreenAccessible, WIDE } from '#test/journeys/support/appearances.ts';
import { ADMIN, LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { horizontalOverflow } from '#test/journeys/support/pageChecks.ts';
import { signIn } from '#test/journeys/support/people.ts';
import { sessionOf } from '#test/journeys/support/publishAsServer.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';

const SECRET = 'I am not sure that I want to stay';
const COMMENT = 'Thank you, I will bring it up on Tuesday.';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

/** One sign-in for each person, because checking a password takes long. */
const clients = new Map<string, ReturnType<typeof apiAs>>();
function as(email: string) {
  const client = clients.get(email) ?? apiAs(server.url, email);
  clients.set(email, client);
  return client;
}

test('the manager reviews the shared answers and never receives the private ones', async ({ browser }) => {
  const learner = await signIn(await browser.newContext(), server.url, LEARNER, '/checkin');
  const { firstName, lastName } = await sessionOf(server.url, LEARNER);
  const readersOf = (title: string) =>
    learner.getByRole('combobox', { name: `Who can read your answer to “${title}”` });
  await learner.getByRole('radio', { name: '3 Okay' }).check();
  await learner.getByRole('textbox', { name: 'What went well?' }).fill('Planning began with a question.');
  await readersOf('What went well?').selectOption('manager');
  await learner.getByRole('textbox', { name: 'What is in your way?' }).fill(SECRET);
  await readersOf('What is in your way?').selectOption('only-me');
  await learner.getByRole('button', { name: 'Send check-in' }).click();
  await expect(learner.getByText(/^Sent /)).toBeVisible();
  await expect(learner.getByRole('button', { name: 'Send changes' })).toBeFocused();

  const manager = await signIn(await browser.newContext(), server.url, MANAGER, '/checkin?view=team');
  const bodies: Promise<string>[] = [];
  manager.on('response', (response) => {
    if (response.url().includes('/api/')) bodies.push(response.text().catch(() => ''));
  });
  await manager.reload();
  const name = manager.getByRole('heading', { name: `${firstName} ${lastName}` });
  await expect(manager.getByRole('button', { name: 'Mark as reviewed' })).toBeVisible();
  await expect(async () => {
    if (!(await name.isVisible())) await manager.keyboard.press('j');
    await expect(name).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(manager.getByText('Planning began with a question.')).toBeVisible();
  await expect(manager.getByText('Not shared').first()).toBeVisible();
  await manager.keyboard.press('c');
  await manager.keyboard.type(COMMENT);
  await manager.keyboard.press('Tab');
  await manager.keyboard.press('Enter');
  await expect(manager.getByRole('button', { name: 'Mark as not reviewed' })).toBeVisible();
  expect((await Promise.all(bodies)).join('')).not.toContain(SECRET);
  expect(await manager.content()).not.toContain(SECRET);

  await learner.reload();
  await expect(learner.getByText(COMMENT)).toBeVisible();
  await expect(learner.getByText(/has reviewed your check-in/)).toBeVisible();
  await expect(learner.getByText(SECRET)).toBeVisible();
});

/** 4 people of one department. */
const COLLEAGUES = ['henrik.sorensen', 'kofi.mensah', 'leila.haddad', 'aino.makela'];
const RATERS = COLLEAGUES.slice(0, 3);
const BREADTH = 'My workload fits into my working hours.';

test('a survey gets one response after a killed tab, an outage and a double click, and protects small groups', async ({
  browser,
}) => {
  const admin = await signIn(await browser.newContext(), server.url, ADMIN, '/survey');
  await admin.getByRole('button', { name: 'New survey' }).click();
  await admin.getByRole('textbox', { name: 'Name' }).fill('Winter pulse');
  await admin
    .getByRole('combobox', { name: 'Start with' })
    .selectOption({ label: 'Pulse: how work is going' });
  await admin.getByRole('button', { name: 'Create draft' }).click();
  await expect(admin.getByRole('heading', { name: 'Winter pulse' })).toBeVisible();
  const surveyId = new URL(admin.url()).pathname.split('/').at(-1) ?? '';
  await admin.getByRole('link', { name: 'Preview' }).click();
  await admin.getByRole('button', { name: 'Start' }).click();
  await admin.keyboard.press('4');
  await expectAccessible(admin, 'the preview of a draft');
  await admin.getByRole('link', { name: 'Back to the draft' }).click();
  await admin.getByRole('button', { name: 'Open survey' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Open survey' }).click();
  await expect(admin.getByRole('button', { name: 'Close survey' })).toBeVisible();

  const learnerContext = await browser.newContext();
  let learner = await signIn(learnerContext, server.url, LEARNER, '/survey');
  await learner.getByRole('link', { name: 'Answer: Winter pulse', exact: true }).click();
  await learner.getByRole('button', { name: 'Start' }).click();
  await learner.keyboard.press('4');
  await learner.keyboard.press('Enter');
  await expect(learner.getByRole('heading', { name: BREADTH })).toBeVisible();
  await learner.keyboard.press('2');
  await expect(learner.getByText(/Your answers so far are saved/)).toBeVisible();
  // The tab is killed, and the network is lost until the last question.
  await learner.close();
  learner = await learnerContext.newPage();
  await learner.goto(`${server.url}/survey/participate/${surveyId}`);
  await expect(learner.getByRole('heading', { name: BREADTH })).toBeVisible();
  await expect(learner.getByRole('radio', { checked: true })).toHaveCount(1);
  await learnerContext.setOffline(true);
  await learner.keyboard.press('Enter');
  await expect(learner.getByText('3 of 5')).toBeVisible();
  await learner.keyboard.press('5');
  await learner.keyboard.press('Enter');
  await learner.keyboard.press('9');
  await learner.keyboard.press('Enter');
  await learner.getByRole('textbox').fill('Fewer meetings on Mondays');
  await expect(learner.getByText(/kept in this browser/)).toBeVisible();
  await learner.getByRole('button', { name: 'Submit answers' }).dblclick();
  await expect(learner.getByRole('heading', { name: 'Your answers are not submitted yet' })).toBeVisible();
  // They are submitted from another page too.
  await learner.getByRole('link', { name: 'View your surveys' }).click();
  await expect(learner.getByText('Will be submitted when Trellis can be reached')).toBeVisible();
  await learnerContext.setOffline(false);
  await expect(learner.getByText('Your answers to the survey are submitted.')).toBeVisible();

  // 4 people of another department answer too: with the learner, 5 people in total and fewer than 5 in each
  // department.
  for (const mailbox of COLLEAGUES) {
    const { post } = await as(`${mailbox}@demo.example`);
    const answers = { q1: 3, q2: 2, q3: 4, q4: 7 };
    expect((await post(`/api/surveys/${surveyId}/responses`, { answers })).status).toBe(200);
  }
  for (const action of ['Close survey', 'Release results']) {
    await admin.getByRole('button', { name: action }).click();
    await admin.getByRole('dialog').getByRole('button', { name: action }).click();
  }
  await admin.getByRole('link', { name: 'View results' }).click();
  await expect(admin.getByRole('heading', { name: 'Results' })).toBeVisible();
  await expect(admin.getByText('Protected or no answers').first()).toBeAttached();
  const { get } = await as(ADMIN);
  const { body } = await get<Results>(`/api/surveys/${surveyId}/results`);
  expect(body.answered).toBe(5);
  expect(
    body.questions
      .flatMap(({ items }) => items.flatMap(({ departments }) => departments))
      .map(({ cell }) => cell.kind),
  ).not.toContain('figures');
  for (const width of [1280, 390]) {
    await admin.setViewportSize({ width, height: 900 });
    await expectAccessible(admin, `results at ${width}`);
    expect(await horizontalOverflow(admin)).toBe(0);
  }

  // An action gets an owner and a day, and the people who were asked see it.
  await admin.getByRole('button', { name: 'Add action' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add action' });
  await dialog.getByRole('textbox', { name: 'What will be done' }).fill('No meetings on Mondays');
  await dialog.getByRole('combobox', { name: 'Owner' }).fill('aino');
  await admin.getByRole('option', { name: /Aino/ }).click();
  await dialog.getByLabel('Due').fill('2030-01-31');
  await expectAccessible(admin, 'the dialog of an action');
  await dialog.getByRole('button', { name: 'Save action' }).click();
  await expect(admin.getByText('No meetings on Mondays')).toBeVisible();
  await learner.goto(`${server.url}/survey/participate/${surveyId}`);
  await expect(learner.getByText('No meetings on Mondays')).toBeVisible();

  // The second and the third round: the same 5 people answer, and results compare the means.
  let repeats = surveyId;
  for (const score of [4, 5]) {
    const { post, put } = await as(ADMIN);
    const { body: draft } = await post<Survey>('/api/surveys', { surveyName: `Round ${score}`, repeats });
    const state = `/api/surveys/${draft.surveyId}/state`;
    await put(state, { state: 'open', version: 1 });
    for (const email of [LEARNER, ...COLLEAGUES.map((mailbox) => `${mailbox}@demo.example`)]) {
      const person = await as(email);
      const answers = { q1: email === LEARNER ? 3 : score, q2: 2, q3: 4, q4: 7 };
      await person.post(`/api/surveys/${draft.surveyId}/responses`, { answers });
    }
    await put(state, { state: 'closed', version: 2 });
    expect((await put(state, { state: 'released', version: 3 })).status).toBe(200);
    repeats = draft.surveyId;
  }
  await admin.goto(`${server.url}/survey/results/${repeats}`);
  await admin.getByText('Show earlier rounds').first().click();
  const rounds = admin.getByRole('table', { name: /^Means by round/ }).first();
  await expect(rounds.getByRole('row')).toHaveCount(4);
  await expect(rounds.getByRole('rowheader', { name: /Winter pulse/ })).toBeVisible();
});

test('an anonymous survey shows nothing for four answers, and figures without authors for five', async ({
  browser,
}) => {
  const admin = await as(ADMIN);
  const rating = { key: 'q1', type: 'rating', text: 'I can say what I think', required: true, points: 5 };
  const questions = [
    { ...rating, lowLabel: 'Disagree', highLabel: 'Agree' },
    { key: 'q2', type: 'long', text: 'What should change?', required: false },
  ];
  const release = async (people: number) => {
    const { body: draft } = await admin.post<Survey>('/api/surveys', { surveyName: `Trust of ${people}` });
    const path = `/api/surveys/${draft.surveyId}`;
    await admin.patch(path, {
      version: 1,
      mode: 'anonymous',
      questions: { version: 1, sections: [{ key: 's1', title: '', questions }] },
    });
    await admin.put(`${path}/state`, { state: 'open', version: 2 });
    const emails = [LEARNER, ...COLLEAGUES.map((mailbox) => `${mailbox}@demo.example`)].slice(0, people);
    for (const [index, email] of emails.entries())
      expect(
        await answerAnonymously(server.url, await as(email), draft.surveyId, {
          q1: 1 + index,
          q2: `Comment ${index}`,
        }),
      ).toBe(200);
    await admin.put(`${path}/state`, { state: 'closed', version: 3 });
    expect((await admin.put(`${path}/state`, { state: 'released', version: 4 })).status).toBe(200);
    return draft.surveyId;
  };
  const [four, five] = [await release(4), await release(5)];
  const page = await signIn(await browser.newContext(), server.url, ADMIN, `/survey/results/${four}`);
  await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible();
  await expect(page.getByText('Protected or no answers').first()).toBeVisible();
  await expect(page.getByText(/Comment \d/)).toHaveCount(0);
  expect(await page.locator('main').innerText()).not.toMatch(/\b4 (answers|of)\b/);
  await page.goto(`${server.url}/survey/results/${five}`);
  await expect(page.getByText('5 answers').first()).toBeVisible();
  await expect(page.getByText(/Comment \d/)).toHaveCount(5);
  await expectAccessible(page, 'results of an anonymous survey');
});

test('an anonymous survey is answered with a ticket from one browser, and its report is shown', async ({
  browser,
}) => {
  const admin = await as(ADMIN);
  const { body: draft } = await admin.post<Survey>('/api/surveys', { surveyName: 'Trust' });
  const path = `/api/surveys/${draft.surveyId}`;
  const question = { key: 'q1', type: 'long', text: 'What do you not dare to say?', required: true };
  const { body: saved } = await admin.patch<Survey>(path, {
    version: draft.version,
    mode: 'anonymous',
    questions: { version: 1, sections: [{ key: 's1', title: '', questions: [question] }] },
  });
  const { body: open } = await admin.put<Survey>(`${path}/state`, { state: 'open', version: saved.version });
  const context = await browser.newContext();
  const page = await signIn(context, server.url, LEARNER, `/survey/participate/${draft.surveyId}`);
  await expect(
    page.getByRole('heading', { name: 'Anonymous: your answers are stored without any link to you' }),
  ).toBeVisible();
  await expectAccessible(page, 'the promise of an anonymous survey');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('textbox').fill(SECRET);
  await expect(page.getByText(/kept in this browser only, encrypted/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox')).toHaveValue(SECRET);
  const sent = page.waitForRequest((request) => request.url().endsWith(`${draft.surveyId}/responses`));
  await page.getByRole('button', { name: 'Submit answers' }).dblclick();
  const headers = await (await sent).allHeaders();
  expect([headers.authorization, headers.cookie]).toEqual([undefined, undefined]);
  await expect(page.getByRole('heading', { name: 'Your answers are submitted' })).toBeVisible();

  const elsewhere = await signIn(
    await browser.newContext(),
    server.url,
    LEARNER,
    `/survey/participate/${draft.surveyId}`,
  );
  await expect(
    elsewhere.getByRole('heading', { name: 'Continue in the browser where you started' }),
  ).toBeVisible();

  const { body: closed } = await admin.put<Survey>(`${path}/state`, {
    state: 'closed',
    version: open.version,
  });
  await admin.put<Survey>(`${path}/state`, { state: 'released', version: closed.version });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Check of anonymity' })).toBeVisible();
  await expectAccessible(page, 'the report of an anonymous survey');
});

test('a 360 goes from the nominations to a report that only the person can read', async ({ browser }) => {
  // A colour that is still changing has no contrast to check.
  const still = { reducedMotion: 'reduce' } as const;
  const manager = await signIn(await browser.newContext(still), server.url, MANAGER, '/survey');
  const { firstName, lastName } = await sessionOf(server.url, LEARNER);
  await manager.getByRole('button', { name: 'New survey' }).click();
  const dialog = manager.getByRole('dialog', { name: 'New survey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('How we work together');
  await dialog.getByRole('combobox', { name: 'Start with' }).selectOption('feedback');
  await dialog.getByRole('combobox', { name: 'Person' }).fill(firstName);
  await manager.getByRole('option', { name: `${firstName} ${lastName}` }).click();
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(manager.getByRole('heading', { name: 'How we work together' })).toBeVisible();
  const surveyId = new URL(manager.url()).pathname.split('/').at(-1) ?? '';
  await manager.getByRole('tab', { name: 'People' }).click();
  await manager.getByRole('button', { name: `Ask ${firstName} ${lastName} to nominate` }).click();
  // Not the toast, which says the same.
  await expect(manager.getByText(/was asked to nominate people\. You can still/)).toBeVisible();

  // The person nominates 3 peers and sends the list once.
  const learner = await signIn(await browser.newContext(still), server.url, LEARNER, '/survey');
  await learner.getByRole('link', { name: 'Nominate people: How we work together' }).click();
  for (const mailbox of RATERS) {
    await learner.getByRole('combobox', { name: 'Add a person' }).fill(`${mailbox}@`);
    await learner.getByRole('option').first().click();
  }
  await expect(learner.getByRole('combobox', { name: /^Group of / })).toHaveCount(3);
  await expectScreenAccessible(learner, 'the nominations', WIDE);
  await learner.getByRole('button', { name: 'Send nominations' }).dblclick();
  await expect(learner.getByText('Your nominations are sent and wait for approval.')).toBeVisible();

  await manager.reload();
  await expect(manager.getByText(/has sent this list/)).toBeVisible();
  await manager.getByRole('button', { name: 'Open survey' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Open survey' }).click();
  await expect(manager.getByRole('table', { name: 'People who were asked, by group' })).toBeVisible();

  // The person answers about themselves with the keyboard. The other people answer too, and one of them cannot judge a
  // statement.
  await learner.goto(`${server.url}/survey/participate/${surveyId}`);
  await learner.getByRole('button', { name: 'Start' }).click();
  for (let question = 1; question <= 5; question += 1) {
    await expect(learner.getByText(`${question} of 7`, { exact: true })).toBeVisible();
    await learner.keyboard.press('5');
    await learner.keyboard.press('Enter');
  }
  await learner.getByRole('button', { name: 'Next' }).click();
  await learner.getByRole('button', { name: 'Submit answers' }).click();
  await expect(learner.getByRole('heading', { name: 'Your answers are submitted' })).toBeVisible();
  const path = `/api/surveys/${surveyId}`;
  for (const [index, email] of [...RATERS.map((mailbox) => `${mailbox}@demo.example`), MANAGER].entries()) {
    const { post } = await as(email);
    const q5 = index === 0 ? '-' : index + 2; // “I cannot judge this”
    const answers = { q1: 2 + (index % 3), q2: 3, q3: 2 + (index % 2), q4: 4, q5, q6: `Keep the ${index}` };
    expect((await post(`${path}/responses`, { answers })).status).toBe(200);
  }
  for (const action of ['Close survey', 'Release results']) {
    await manager.getByRole('button', { name: action }).click();
    await manager.getByRole('dialog').getByRole('button', { name: action }).click();
  }
  await expect(manager.getByText('The report is released.')).toBeVisible();
  await manager.goto(`${server.url}/survey/results/${surveyId}?show=feedback`);
  await expect(manager.getByRole('heading', { name: 'Report not found' })).toBeVisible();

  await learner.goto(`${server.url}/survey`);
  await learner.getByRole('link', { name: 'View feedback: How we work together' }).click();
  await expect(learner.getByRole('heading', { name: 'Your 360 feedback' })).toBeVisible();
  await expect(learner.getByText('3 of 3 answered')).toBeVisible();
  await expect(learner.getByText('2.0 lower than you')).toBeVisible();
  await expect(learner.getByText('3 comments from others, in random order')).toBeVisible();
  await expectScreenAccessible(learner, 'the report of a 360', WIDE);

  // A gap becomes a topic: it is ticked in its program, and the reason is filled in.
  await learner.getByRole('button', { name: 'Choose as topic: Asks before giving an answer.' }).click();
  const topics = learner.getByRole('dialog', { name: 'Choose as topic' });
  await expect(topics.getByRole('button', { name: /^Choose / }).first()).toBeVisible();
  await expectAccessible(learner, 'the choice of a topic');
  const topic = await topics
    .getByRole('button', { name: /^Choose / })
    .first()
    .getAttribute('aria-label');
  await topics
    .getByRole('button', { name: /^Choose / })
    .first()
    .click();
  const option = learner.getByRole('checkbox', { name: topic?.replace('Choose ', '') ?? '' });
  await expect(option).toBeChecked();
  await expect(learner.getByText('From my 360 feedback: Asks before giving an answer.')).toBeVisible();
});
