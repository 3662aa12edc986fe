import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { LearnerCoaching } from '#contract/learning/coaching.ts';
import type { NextCoaching } from '#contract/learning/coachingSummaries.ts';
import { SESSION_FEEDBACK_PREFIX } from '#contract/limits.ts';
import { apiAs, programInProgress } from '#test/journeys/support/api.ts';
import { type Appearance, expectAccessible, SMALL, WIDE } from '#test/journeys/support/appearances.ts';
import { asDeployment, startCollector, throwIn } from '#test/journeys/support/collector.ts';
import { closeConversation, openList } from '#test/journeys/support/conversation.ts';
import { LEARNER, MANAGER } from '#test/journeys/support/logins.ts';
import { coveredControls } from '#test/journeys/support/pageChecks.ts';
import { chat, nameOf, signIn, startConversation } from '#test/journeys/support/people.ts';
import { everythingKept, findSentences } from '#test/journeys/support/sentences.ts';
import { type RunningServer, startServer } from '#test/journeys/support/startServer.ts';
import { test } from '#test/journeys/support/test.ts';
import { startTurnServer } from '#test/journeys/support/turnServer.ts';

const TURN_SECRET = 'of the TURN server';
let server: RunningServer;
let relay: Awaited<ReturnType<typeof startTurnServer>>;
let collector: Awaited<ReturnType<typeof startCollector>>;
test.beforeAll(async () => {
  [relay, collector] = await Promise.all([startTurnServer(TURN_SECRET), startCollector()]);
  // The last story searches everything that the embedded databases keep.
  server = await startServer(
    { RTC_ICE_SERVERS: relay.url, RTC_TURN_SECRET: TURN_SECRET, SENTRY_DSN: collector.dsn },
    { isEmbedded: true },
  );
});
test.afterAll(async () => {
  await server.dispose();
  await collector.stop();
  relay.stop();
});

test('a learner proposes times to the manager, who confirms one, and both see it', async ({ browser }) => {
  const [mine, theirs] = [await browser.newContext(), await browser.newContext()];
  const { programId } = await programInProgress(server.url, LEARNER);
  const manager = await signIn(theirs, server.url, MANAGER);
  const managerName = await nameOf(manager);
  const learner = await signIn(mine, server.url, LEARNER, `/program/${programId}`);
  await learner.getByRole('region', { name: 'Sessions' }).getByRole('link', { name: 'Plan session' }).click();
  await learner.getByLabel('With').selectOption({ label: managerName });
  await learner.getByRole('radio', { name: '30 min' }).check();
  await learner.getByRole('button', { name: /^Send \d times to / }).click();
  await expect(learner.getByRole('heading', { name: /^You sent \d times to / })).toBeVisible();
  await expect(learner.getByRole('button', { name: 'Join session' })).toHaveCount(0);

  // The notification opens the same session.
  await manager.getByRole('button', { name: /^Notifications/ }).click();
  await manager.getByRole('link', { name: /proposed times for a coaching session/ }).click();
  await expect(manager.getByRole('heading', { name: /proposed \d times$/ })).toBeVisible();
  await manager.getByRole('radio').last().check();
  await manager.getByRole('button', { name: 'Confirm' }).click();
  await expect(manager.getByRole('link', { name: 'Reschedule' })).toBeVisible();
  const path = new URL(manager.url()).pathname;

  // The learner's page updates without a reload.
  await expect(learner.getByRole('link', { name: 'Reschedule' })).toBeVisible();
  expect(new URL(learner.url()).pathname).toBe(path);
  await mine.close();
  await theirs.close();
});

/** Shows the page in an appearance for one check. */
async function inAppearance(page: Page, { colorScheme, viewport }: Appearance, check: () => Promise<void>) {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await check();
  await page.emulateMedia({ colorScheme: WIDE.colorScheme });
  await page.setViewportSize(WIDE.viewport);
}

/** Accepts the rules and saves the recovery code, which is typed back once. `look` runs on each page. */
async function setUpNotes(page: Page, look: (state: string) => Promise<void> = async () => {}) {
  await expect(page.getByRole('button', { name: 'Accept and continue' })).toBeVisible();
  await look('agreement');
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  const words = page.getByRole('list', { name: 'Recovery code' }).getByRole('listitem');
  await expect(words).toHaveCount(12);
  const code = (await words.allTextContents()).join(' ');
  await look('recovery code');
  await page.getByRole('button', { name: 'I saved the words' }).click();
  await page.getByLabel('The 12 words').fill(code);
  await page.getByRole('button', { name: 'Finish setup' }).click();
  await expect(page.getByRole('heading', { name: 'Ready to join?' })).toBeVisible();
  // The person's own video, and a microphone that receives sound.
  await expect
    .poll(() =>
      page.getByLabel('You', { exact: true }).evaluate((video: HTMLVideoElement) => video.videoWidth),
    )
    .toBeGreaterThan(0);
  await expect(page.getByLabel('Microphone', { exact: true })).toBeVisible();
  await page.waitForFunction(() => (document.querySelector('meter')?.value ?? 0) > 0);
  await look('ready to join');
  return code;
}

interface Watched {
  connections: RTCPeerConnection[];
}

/** All calls go through the relay, because the offline switch of a browser does not reach WebRTC. */
const throughRelay = (context: BrowserContext) =>
  context.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    Object.assign(window, { connections });
    const Original = window.RTCPeerConnection;
    // Small videos are enough, and cost little processor time.
    const { mediaDevices } = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    const small = { width: 160, height: 120, frameRate: 8 };
    mediaDevices.getUserMedia = (wanted = {}) =>
      ask(
        wanted.video
          ? { ...wanted, video: { ...(wanted.video === true ? {} : wanted.video), ...small } }
          : wanted,
      );
    window.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
        connections.push(this);
      }
    };
  });
const connectionCount = (page: Page) =>
  page.evaluate(() => (window as unknown as Watched).connections.length);

/** Waits until another frame of the other person's video is decoded. Returns the time. */
async function framesRise(page: Page): Promise<number> {
  const at = await page.evaluate(async () => {
    const decoded = async () => {
      const connection = (window as unknown as Watched).connections.at(-1);
      let frames = 0;
      for (const report of (await connection?.getStats())?.values() ?? [])
        if (report.type === 'inbound-rtp' && report.kind === 'video') frames = report.framesDecoded ?? 0;
      return frames;
    };
    const before = await decoded();
    for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
      if ((await decoded()) > before) return Date.now();
    return null;
  });
  expect(at, 'no picture arrived within 20 s').not.toBeNull();
  return at ?? 0;
}
const people = (page: Page) => page.getByRole('region', { name: 'People in the room' });

/** All mails that the server has written. */
function mailTexts(): string {
  const directory = join(server.dataDirectory, 'data/mail');
  if (!existsSync(directory)) return '';
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), 'utf8'))
    .join('\n');
}

/** What two people write in the story. Only the comment may be stored in a form that the server can read. */
const WRITTEN = {
  notes: 'Olga waited for the second answer',
  duringOutage: 'We write on while the picture is frozen',
  duringRestart: 'This line was typed while the server restarted',
  own: 'I was more nervous than I showed',
  agenda: 'The silent minute after a question',
  privateAgenda: 'Ask about the transfer to Lisbon',
  action: 'Plan the next visit with the warehouse team',
  comment: 'You waited for me when I lost the thread',
};
const OUTAGE_MS = 10_000;

test('two people meet in the room, write together, and send feedback', async ({ browser }) => {
  test.setTimeout(300_000);
  const [mine, theirs] = [await browser.newContext(), await browser.newContext()];
  for (const context of [mine, theirs]) {
    await throughRelay(context);
    await asDeployment(context, 'test');
  }
  const { body } = await (await apiAs(server.url, LEARNER)).get<NextCoaching>('/api/coaching/next');
  const { programId, sessionId } = body.session ?? {};
  const path = `/program/${programId}/coaching/${sessionId}?type=remote`;
  const [manager, learner] = await Promise.all([
    signIn(theirs, server.url, MANAGER),
    signIn(mine, server.url, LEARNER, path),
  ]);
  const pages = [learner, manager];
  const learnerName = await nameOf(learner);
  const joinSession = (page: Page) => page.getByRole('button', { name: 'Join session' }).click();

  await joinSession(learner);
  const code = await setUpNotes(learner, (state) => expectAccessible(learner, state));
  let joinedAt = Date.now();
  await joinSession(learner);
  const alert = manager.getByRole('alert').filter({ hasText: `${learnerName} joined your session` });
  await expect(alert).toBeVisible();
  console.log(`alert at the other after ${Date.now() - joinedAt} ms`);
  // On a phone it covers neither the newest messages nor the field of an open conversation.
  await inAppearance(manager, SMALL, async () => {
    await openList(manager);
    await startConversation(manager, learnerName.slice(0, 4), learnerName);
    const field = await manager.getByRole('textbox', { name: /^Message/ }).boundingBox();
    const box = await alert.boundingBox();
    expect(box?.y).toBeLessThan(300);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((field?.y ?? 0) - 200);
    await alert.getByRole('link', { name: 'Join Now' }).click({ trial: true });
    await closeConversation(manager, learnerName);
    await chat(manager).getByRole('button', { name: /^Chat/ }).first().click();
  });
  // The alert is removed when the learner leaves, and shown again for the next time.
  await learner.getByRole('button', { name: 'Leave session' }).click();
  await expect(alert).toHaveCount(0);
  await joinSession(learner);
  // The button of the preparation has the same name.
  await expect(learner.getByRole('heading', { name: 'Ready to join?' })).toBeVisible();
  await joinSession(learner);
  await alert.getByRole('link', { name: 'Join Now' }).click();
  await expect(alert).toHaveCount(0);
  await setUpNotes(manager);
  joinedAt = Date.now();
  await joinSession(manager);
  // Both see and hear each other: video from the other camera arrives.
  const [first, second] = await Promise.all(pages.map(framesRise));
  const firstFrameMs = Math.max(first ?? 0, second ?? 0) - joinedAt;
  console.log(`first frame on both sides after ${firstFrameMs} ms`);
  await expectAccessible(learner, 'room');
  await inAppearance(manager, SMALL, () => expectAccessible(manager, 'room on a phone'));
  // The form is visible without scrolling: one line until it is used.
  await learner.setViewportSize({ width: 1280, height: 800 });
  await expect(learner.getByRole('button', { name: 'Add agenda item' })).toBeHidden();
  await learner.getByLabel('New agenda item').focus();
  await expect(learner.getByRole('button', { name: 'Add agenda item' })).toBeInViewport({ ratio: 1 });
  // It does not fold again, which would move the rows under the pointer.
  await learner.getByLabel('New agenda item').blur();
  await expect(learner.getByRole('button', { name: 'Add agenda item' })).toBeInViewport({ ratio: 1 });
  // Nothing covers a control, in a low window and with the chat, which the room opens itself.
  expect(await coveredControls(learner, [[[640, 400], false]])).toEqual([]);
  await learner.getByRole('button', { name: /^Chat(,|$)/ }).click();
  const withChat = [
    [[1280, 800], true],
    [[820, 1_000], true],
    [[640, 400], true],
    [[390, 844], true],
  ] satisfies Parameters<typeof coveredControls>[1];
  expect(await coveredControls(learner, withChat)).toEqual([]);
  // On a narrow screen the chat leaves the controls of the call free.
  for (const width of [820, 390]) {
    await learner.setViewportSize({ width, height: 844 });
    await learner.getByRole('button', { name: 'Mute', exact: true }).click();
    await learner.getByRole('button', { name: 'Unmute' }).click();
  }
  await learner.setViewportSize(WIDE.viewport);

  // Both type at the same time, and nothing is lost.
  const notes = (page: Page) => page.getByRole('textbox', { name: 'Shared notes' });
  await Promise.all([
    notes(learner).pressSequentially('What I tried. '),
    notes(manager).pressSequentially('What I saw. '),
  ]);
  const letters = (text: string) => text.split('').sort().join('');
  for (const page of pages)
    await expect
      .poll(async () => letters(await notes(page).inputValue()))
      .toBe(letters('What I tried. What I saw. '));
  const addLine = async (page: Page, text: string) =>
    notes(page).fill(`${await notes(page).inputValue()}\n${text}`);
  await addLine(learner, WRITTEN.notes);
  await learner.getByRole('textbox', { name: 'Private notes' }).fill(WRITTEN.own);

  // The media network is down for 10 seconds. Writing continues, and the video returns without a click.
  relay.pause();
  const outage = new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
  for (const [text, isPrivate] of [
    [WRITTEN.agenda, false],
    [WRITTEN.privateAgenda, true],
  ] as const) {
    await learner.getByLabel('New agenda item').fill(text);
    await learner.getByLabel('Only me').setChecked(isPrivate);
    await learner.getByRole('button', { name: isPrivate ? 'Add private item' : 'Add agenda item' }).click();
  }
  await manager.getByLabel('New action').fill(WRITTEN.action);
  await manager.getByRole('button', { name: 'Add action' }).click();
  await expect(learner.getByRole('region', { name: 'Actions' })).toContainText(WRITTEN.action);
  await expect(manager.getByRole('region', { name: 'Agenda' })).toContainText(WRITTEN.agenda);
  await expect(manager.getByRole('status').filter({ hasText: `“${WRITTEN.agenda}” is added` })).toHaveCount(
    1,
  );
  await expect(manager.getByRole('region', { name: 'Agenda' })).not.toContainText(WRITTEN.privateAgenda);
  await expect(manager.getByRole('textbox', { name: 'Private notes' })).toHaveValue('');
  await addLine(manager, WRITTEN.duringOutage);
  await expect(notes(learner)).toHaveValue(new RegExp(WRITTEN.duringOutage));
  for (const page of pages) await expect(people(page).getByText('Reconnecting')).toBeVisible();
  await outage;
  relay.resume();
  for (const page of pages) {
    await framesRise(page);
    await expect(people(page).getByText('Reconnecting')).toHaveCount(0);
  }

  // A restart of the server does not end the call, and text typed in the meantime is not lost.
  const connections = await Promise.all(pages.map(connectionCount));
  const outputs = [server.output()];
  await server.stop();
  learner.on('response', (response) => {
    if (response.status() >= 400) console.log(`${response.status()} ${response.url()}`);
  });
  await addLine(learner, WRITTEN.duringRestart);
  await Promise.all(pages.map(framesRise));
  // Above the room, which covers the page: a trial checks that nothing lies over it.
  await learner.getByText('Reconnecting.', { exact: true }).click({ trial: true });
  await server.restart();
  await expect(notes(manager)).toHaveValue(new RegExp(WRITTEN.duringRestart), { timeout: 60_000 });
  await Promise.all(pages.map(framesRise));
  expect(await Promise.all(pages.map(connectionCount))).toEqual(connections);

  // A new device opens the notes with the recovery code. The first one offers to continue there.
  const other = await browser.newContext();
  const device = await signIn(other, server.url, LEARNER, `${path}&show=room`);
  await device.getByLabel('The 12 words').fill(code, { timeout: 60_000 }); // it connects first
  await device.getByRole('button', { name: 'Unlock notes' }).click();
  await expect(device.getByRole('textbox', { name: 'Private notes' })).toHaveValue(WRITTEN.own);
  await expect(learner.getByRole('button', { name: 'Continue here' })).toBeVisible();
  await other.close();
  await learner.reload();
  await expect(learner.getByRole('textbox', { name: 'Private notes' })).toHaveValue(WRITTEN.own);
  await throwIn(learner, `Cannot read "${WRITTEN.notes}"`);

  await manager.getByRole('button', { name: 'Finish session' }).click();
  await manager.getByRole('button', { name: 'Finish for both' }).click();
  // Without the manager's message, the next report of presence tells it after at most 15 s.
  await expect(learner.getByRole('heading', { name: 'Wrap up your session' })).toBeVisible({
    timeout: 40_000,
  });
  // At home, the manager finds the agreed actions, decrypted in the browser.
  await manager.goto(`${server.url}/home`);
  await expect(manager.getByRole('list', { name: 'Agreed in your sessions' })).toContainText(WRITTEN.action);

  // Their next session begins with the open actions and the agreed ones.
  const sessionsOf = `/api/programs/${programId}/learners/${body.session?.learner.userId}/coaching`;
  const { sessions } = (await (await apiAs(server.url, LEARNER)).get<LearnerCoaching>(sessionsOf)).body;
  const later = sessions.find(
    (session) =>
      session.state === 'scheduled' &&
      (session.startsAt ?? '') > (body.session?.startsAt ?? '') &&
      session.peer.userId === body.session?.peer.userId,
  );
  const next = `/program/${programId}/coaching/${later?.sessionId}?type=remote`;
  await learner.goto(`${server.url}${next}`);
  await expect(learner.getByRole('region', { name: 'Agenda' })).toContainText(WRITTEN.agenda);
  await expect(learner.getByRole('region', { name: 'Last time' })).toContainText(WRITTEN.action);

  await learner.goto(`${server.url}${path}&show=wrap-up`);
  await expect(learner.getByRole('group').first()).toBeVisible();
  for (const group of await learner.getByRole('group').all()) await group.getByLabel('4').check();
  await inAppearance(learner, SMALL, () => expectAccessible(learner, 'wrap-up'));
  await learner.getByRole('textbox', { name: 'Comment' }).fill(WRITTEN.comment);
  await learner.getByRole('button', { name: 'Send feedback' }).click();
  await expect(learner.getByRole('heading', { name: 'Your feedback is sent' })).toBeVisible();
  await chat(manager).getByRole('button', { name: /^Chat/ }).first().click();
  await expect(chat(manager)).toContainText(SESSION_FEEDBACK_PREFIX.slice(0, -1));
  // A mail about the session whose agenda contains the items that were carried over.
  const cancelled = await (await apiAs(server.url, LEARNER)).put(
    `/api/coaching/${later?.sessionId}/cancellation`,
    { reason: 'I am on leave that day' },
  );
  expect(cancelled.status).toBe(200);
  await expect.poll(mailTexts).toContain('METHOD:CANCEL');
  await expect.poll(() => collector.items('event').length).toBeGreaterThan(0);
  await mine.close();
  await theirs.close();

  // The server stores and sends their texts nowhere, except the feedback in the chat.
  outputs.push(server.output());
  await server.stop();
  const places = [
    ...(await everythingKept(join(server.dataDirectory, 'data'))),
    { name: 'output of the server', content: Buffer.from(outputs.join('\n')) },
    { name: 'error collector', content: Buffer.from(collector.bodies.join('\n')) },
  ];
  const { comment, ...secret } = WRITTEN;
  expect(findSentences(Object.values(secret), places)).toEqual([]);
  const found = findSentences([comment], places);
  expect(found.filter((where) => !/ in messaging(\/| table )/.test(where))).toEqual([]);
  // The same search finds what is stored in each kind of place.
  expect(found).toContainEqual(expect.stringContaining('in messaging table'));
  for (const [text, where] of [
    [learnerName.split(' ')[0] ?? '', /database table .*users/],
    ['METHOD:CANCEL', /^mail\//],
    ['"url":"/api/coaching/', /^logs\//],
    ['Trellis is ready at', /output of the server/],
    ['TypeError', /error collector/],
  ] as const)
    expect(
      findSentences(
        [text],
        places.filter(({ name }) => where.test(name)),
      ),
    ).not.toEqual([]);
});
