import { expect, type Locator, type Page, test } from '@playwright/test';
import type { SessionUser } from '#contract/access/session.ts';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { CAPTIONS, webmOf } from '#test/server/packages/videoFiles.ts';
import type { apiAs } from './api.ts';
import type { Hands } from './hands.ts';
import { type CountStages, insightsWatcher } from './insightsWatcher.ts';
import { openSurvey } from './openSurvey.ts';

const TOPIC = 'Ask before you tell';
const PROGRAM = 'Lead with questions';
const REFLECTION = 'I waited, and the other person found a better way.';
const SURVEY = 'Questions at work';
/** Enough to confirm a proposed time before it begins. */
const SESSION_IN_MS = 30_000;

type Api = Awaited<ReturnType<typeof apiAs>>;
interface People {
  /** A page that is signed in as an administrator, who is also the coach. */
  admin: Page;
  /** A page that is signed in as a member of the department. */
  learner: Page;
  /** The same people, for what other stories cover: opening a survey, and agreeing on a session. */
  apis: { admin: Api; learner: Api };
  department: string;
  hands: Hands;
  /** Counts the rows of the database; null if the story cannot read it. */
  countStages: CountStages | null;
}

/** Agrees on a session that begins soon. Returns a function that reports that it was held. */
async function agreeOnSession({ admin, learner }: People['apis'], programId: string) {
  const userIdOf = async (api: Api) => (await api.get<SessionUser>('/api/session')).body.userId;
  const startsAt = new Date(1_000 * Math.ceil((Date.now() + SESSION_IN_MS) / 1_000)).toISOString();
  const { body } = await learner.post<CoachingSession>(
    `/api/programs/${programId}/learners/${await userIdOf(learner)}/coaching`,
    { with: await userIdOf(admin), kind: 'in_person', minutes: 30, times: [startsAt] },
  );
  const at = `/api/coaching/${body.sessionId}`;
  const confirmed = await admin.put(`${at}/confirmation`, { startsAt });
  expect(confirmed.body).toMatchObject({ state: 'scheduled' });
  return async () => {
    for (const api of [admin, learner])
      await expect
        .poll(async () => (await api.put(`${at}/outcome`, { outcome: 'held' })).status, {
          timeout: 2 * SESSION_IN_MS,
        })
        .toBe(200);
  };
}

/** Moves to an item of an open menu with the arrow keys, and selects it. */
async function chooseItem(item: Locator) {
  const { keyboard } = item.page();
  await expect(async () => {
    if (!(await item.evaluate((element) => element === document.activeElement)))
      await keyboard.press('ArrowDown');
    await expect(item).toBeFocused({ timeout: 100 });
  }).toPass();
  await keyboard.press('Enter');
}

/**
 * Starts with an empty library: writes a topic with all kinds of steps, launches a program, does its first steps, publishes
 * version 2 of the topic, and completes it. The insights are checked at each point.
 */
export async function writeLaunchAndLearn(people: People) {
  const { admin, learner, apis, department, hands, countStages } = people;
  const { press, write, choose } = hands;
  const button = (page: Page | Locator, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true });
  const dialog = admin.getByRole('dialog');
  const saved = admin.getByText(/^Saved/);
  const goTo = (page: Page, path: string) => page.goto(`${new URL(page.url()).origin}${path}`);

  const addStep = async (kind: string, title: string) => {
    await press(button(admin, 'Add step'));
    await chooseItem(admin.getByRole('menuitem', { name: new RegExp(`^${kind}`) }));
    await write(admin.getByLabel('Step title'), title);
    await write(admin.getByRole('textbox', { name: 'Text', exact: true }), `About “${title}”.`);
  };
  const upload = async (label: string, name: string, mimeType: string, buffer: Buffer) => {
    const chooser = admin.waitForEvent('filechooser');
    await press(button(admin, `Upload ${label}`));
    await (await chooser).setFiles({ name, mimeType, buffer });
    await expect(button(admin, `Replace ${label}`)).toBeVisible();
  };
  const stepOf = (title: string) =>
    learner
      .getByRole('listitem')
      .filter({ has: button(learner, title) })
      .last();
  /** The next step opens by itself after a recorded one, and when the page is loaded. */
  const nextStep = async (title: string) => {
    await expect(button(learner, title)).toHaveAttribute('aria-expanded', 'true');
    return stepOf(title);
  };

  await test.step('an administrator writes a topic with all kinds of steps and publishes it', async () => {
    await openSurvey(apis.admin, SURVEY);
    await goTo(admin, '/content');
    await press(button(admin, 'New topic'));
    await write(dialog.getByLabel('Title'), TOPIC);
    await press(button(dialog, 'Create topic'));
    await write(admin.getByLabel('Behaviour that others can observe'), 'Asks one open question first');
    await write(admin.getByLabel('Description'), 'How to ask first.');
    await addStep('Read', 'Why questions help');
    await addStep('Challenge', 'Choose the question');
    await press(button(admin, 'Add a quiz'));
    await write(admin.getByLabel('Question', { exact: true }), 'Which question is open?');
    await write(admin.getByLabel('Answer 1', { exact: true }), 'What have you tried?');
    await write(admin.getByLabel('Right, because'), 'It asks for more than yes or no.');
    await write(admin.getByLabel('Answer 2', { exact: true }), 'Did you try?');
    await write(admin.getByLabel('Wrong, because'), 'Yes or no answers it.');
    await addStep('Practice', 'Ask at work');
    await write(admin.getByLabel('Times to practise'), '1');
    await addStep('Reflection', 'What changed');
    await addStep('Link', 'Read more');
    await write(admin.getByLabel('Web address'), 'questions.example/open');
    await addStep('File', 'Take a list with you');
    await upload('file', 'questions.txt', 'text/plain', Buffer.from('What have you tried?'));
    await addStep('Video', 'Watch a conversation');
    await upload('video', 'talk.webm', 'video/webm', await webmOf(2));
    await upload('captions', 'talk.vtt', 'text/vtt', Buffer.from(CAPTIONS));
    await addStep('Survey', 'Tell us');
    await choose(admin.getByLabel('Survey', { exact: true }), SURVEY);
    await addStep('Session', 'Talk about it');
    await expect(saved).toBeVisible();
    await press(button(admin, 'Publish'));
    await expect(admin.getByText(`Version 1 of “${TOPIC}” is published.`)).toBeVisible();
  });

  let [programId, invited] = ['', 0];
  await test.step('builds a program with the wizard, reviews it and launches it to a department', async () => {
    await goTo(admin, '/program');
    await press(admin.getByRole('link', { name: 'New program' }).first());
    await press(admin.getByRole('link', { name: 'Start blank' }));
    await write(admin.getByLabel('Program name'), PROGRAM);
    await write(admin.getByLabel('What will people do differently?'), 'They ask before they advise.');
    await press(button(admin, 'Add topics'));
    await press(dialog.getByLabel(TOPIC));
    await press(button(dialog, 'Add 1 topic'));
    await expect(saved).toBeVisible();
    await press(admin.getByRole('link', { name: /^Audience and coaches/ }));
    await press(admin.getByRole('checkbox', { name: new RegExp(`^${department}`) }));
    await expect(admin.getByText(/^Reaches [1-9]\d* p/)).toBeVisible();
    const coach = admin.getByRole('combobox', { name: 'Add a coach' });
    await write(coach, 'Ada');
    await expect(admin.getByRole('option')).toHaveCount(1);
    await coach.press('Enter'); // the only one found is highlighted
    await expect(admin.getByRole('list', { name: 'Coaches' }).getByRole('listitem')).toHaveCount(1);
    await press(button(admin, 'Review'));
    await press(button(admin, 'Preview as learner'));
    await press(admin.getByRole('checkbox', { name: TOPIC }));
    await press(button(admin, /^Save/));
    await press(button(admin, 'Mark as done'));
    await press(admin.getByRole('radio', { name: 'Did you try?' }));
    await press(button(admin, 'Finish challenge'));
    await expect(admin.getByRole('region', { name: 'Your result' })).toContainText('Not passed yet');
    await press(admin.getByRole('link', { name: 'Exit preview' }));
    await press(button(admin, 'Launch program'));
    await press(admin.getByRole('dialog').getByRole('button', { name: 'Launch program' }));
    const launched = admin.getByText(/^Launched\. [1-9]\d* p/);
    await expect(launched).toBeVisible();
    invited = Number(/\d+/.exec(await launched.innerText())?.[0]);
    const link = admin.getByRole('link', { name: 'View insights' });
    programId = ((await link.getAttribute('href')) ?? '').split('/').at(-1) ?? '';
    await press(link);
  });
  const insightsShow = insightsWatcher({ admin, programId, invited, countStages });
  await insightsShow({ accepted: 0, chose: 0, first_step: 0, half: 0, completed: 0 });

  await test.step('a learner accepts the invitation, selects the topic and does the first 2 steps', async () => {
    await goTo(learner, '/program');
    await press(learner.getByRole('link', { name: PROGRAM }).first());
    await press(button(learner, 'Accept invitation'));
    await press(learner.getByRole('checkbox', { name: TOPIC }));
    await press(button(learner, /^Save/));
    await press(button(learner, 'Mark as done'));
    await press(learner.getByRole('radio', { name: 'What have you tried?' }));
    await expect(learner.getByText(/^Correct\./).first()).toBeVisible(); // the reason is shown immediately
    await press(button(learner, 'Finish challenge'));
    await expect(learner.getByRole('region', { name: 'Your result' })).toContainText('Passed');
  });
  await insightsShow({ accepted: 1, chose: 1, first_step: 1, half: 0, completed: 0 });
  const holdSession = await agreeOnSession(apis, programId);

  await test.step('version 2 is compared with version 1, published and announced', async () => {
    await goTo(admin, '/content');
    await press(admin.getByRole('link', { name: TOPIC }));
    await press(button(admin, 'Choose the question'));
    await write(admin.getByLabel('Question', { exact: true }), 'Which of them is an open question?');
    await addStep('Read', 'A summary');
    await expect(saved).toBeVisible();
    await press(admin.getByRole('link', { name: 'Compare draft' }));
    await expect(admin.getByText('1 step added, 1 step changed, 8 steps unchanged')).toBeVisible();
    await expect(admin.getByText(/^1 are in progress/)).toBeVisible();
    await press(admin.getByRole('link', { name: 'Edit topic' }));
    await press(button(admin, 'Publish'));
    await write(dialog.getByLabel('What is new'), 'A summary at the end.');
    await press(button(dialog, 'Publish version 2'));
    await expect(admin.getByText(`Version 2 of “${TOPIC}” is published.`)).toBeVisible();
  });

  await test.step('the learner accepts the upgrade and keeps both steps', async () => {
    await press(learner.getByRole('button', { name: /^Notifications/ }));
    const panel = learner.getByRole('region', { name: 'Notifications' });
    await expect(panel).toContainText('has uploaded new interactive challenge content to');
    await learner.reload();
    await press(learner.getByText('A newer version of this topic is available'));
    await expect(
      learner.getByText('You have completed 2 of 9 steps. After the update: 2 of 10.'),
    ).toBeVisible();
    await press(button(learner, 'Update to version 2'));
    await expect(learner.getByText(/2 of 10/).first()).toBeVisible();
  });
  await insightsShow({ accepted: 1, chose: 1, first_step: 1, half: 0, completed: 0 });

  await test.step('the learner practises, reflects, downloads the file and watches the video', async () => {
    await press(button(learner, 'Log practice'));
    await write(learner.getByLabel('Your reflection'), REFLECTION);
    await press(button(learner, 'Save and mark as done'));
    await nextStep('Read more');
    await press(button(learner, 'Mark as done'));
    const file = await nextStep('Take a list with you');
    const download = learner.waitForEvent('download');
    await press(button(file, 'Download file'));
    expect((await download).suggestedFilename()).toBe('questions.txt');
    await expect(file.getByText(/^Done/)).toBeVisible();
    const video = await nextStep('Watch a conversation');
    await press(button(video, 'Play video'));
    await expect(video.getByText(/^Done/)).toBeVisible();
    await expect(learner.getByText(/7 of 10/).first()).toBeVisible();
  });
  await insightsShow({ accepted: 1, chose: 1, first_step: 1, half: 1, completed: 0 });

  await test.step('the learner answers the survey and returns to the program', async () => {
    const survey = await nextStep('Tell us');
    await press(survey.getByRole('link', { name: 'Answer survey' }));
    await press(button(learner, 'Start'));
    await press(learner.getByRole('radio').nth(3));
    await press(button(learner, 'Submit answers'));
    await expect(learner.getByRole('heading', { name: 'Your answers are submitted' })).toBeVisible();
    await press(learner.getByRole('link', { name: 'Back to program' }));
    await expect(learner.getByText(/8 of 10/).first()).toBeVisible();
    await expect(stepOf('Tell us').getByText(/^Done/)).toBeVisible();
  });

  await test.step('a held session and the last step complete the program', async () => {
    await holdSession();
    await learner.reload();
    await expect(learner.getByText(/9 of 10/).first()).toBeVisible();
    await nextStep('A summary');
    await press(button(learner, 'Mark as done'));
    await press(button(learner, 'Complete topic'));
    const celebration = learner.getByRole('status').filter({ hasText: 'Congratulations' });
    await expect(celebration).toContainText('All Selected Topics Completed');
    await press(button(celebration, 'Close'));
    await press(button(learner, TOPIC));
    await press(button(learner, 'What changed'));
    await expect(learner.getByText(REFLECTION)).toBeVisible();
  });
  await insightsShow({ accepted: 1, chose: 1, first_step: 1, half: 1, completed: 1 });
}
