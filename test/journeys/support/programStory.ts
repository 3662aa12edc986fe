import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Hands } from './hands.ts';

const TOPIC = 'Ask before you tell';
const PROGRAM = 'Lead with questions';
const REFLECTION = 'I waited, and the other person found a better way.';

interface People {
  /** A page that is signed in as an administrator. */
  admin: Page;
  /** A page that is signed in as a member of the department. */
  learner: Page;
  department: string;
  hands: Hands;
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
 * Starts with an empty library: writes a topic, launches a program, does its first steps, publishes version 2 of the
 * topic, and completes it.
 */
export async function writeLaunchAndLearn({ admin, learner, department, hands }: People) {
  const { press, write } = hands;
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

  await test.step('an administrator writes a topic with several kinds of steps and publishes it', async () => {
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
    await expect(saved).toBeVisible();
    await press(button(admin, 'Publish'));
    await expect(admin.getByText(`Version 1 of “${TOPIC}” is published.`)).toBeVisible();
  });

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
    await expect(admin.getByText(/^Launched\. [1-9]\d* p/)).toBeVisible();
  });

  await test.step('a learner accepts the invitation, selects the topic and does the first 2 steps', async () => {
    await goTo(learner, '/program');
    await press(learner.getByRole('link', { name: PROGRAM }).first());
    await press(button(learner, 'Accept invitation'));
    await press(learner.getByRole('checkbox', { name: TOPIC }));
    await press(button(learner, /^Save/));
    await press(button(learner, 'Mark as done'));
    await press(learner.getByRole('radio', { name: 'What have you tried?' }));
    await expect(learner.getByText(/^Correct\./).first()).toBeVisible(); // the reason is shown at once
    await press(button(learner, 'Finish challenge'));
    await expect(learner.getByRole('region', { name: 'Your result' })).toContainText('Passed');
  });

  await test.step('version 2 is compared with version 1, published and announced', async () => {
    await goTo(admin, '/content');
    await press(admin.getByRole('link', { name: TOPIC }));
    await press(button(admin, 'Choose the question'));
    await write(admin.getByLabel('Question', { exact: true }), 'Which of them is an open question?');
    await addStep('Read', 'A summary');
    await expect(saved).toBeVisible();
    await press(admin.getByRole('link', { name: 'Compare draft' }));
    await expect(admin.getByText('1 step added, 1 step changed, 3 steps unchanged')).toBeVisible();
    await expect(admin.getByText(/^1 are in progress/)).toBeVisible();
    await press(admin.getByRole('link', { name: 'Edit topic' }));
    await press(button(admin, 'Publish'));
    await write(dialog.getByLabel('What is new'), 'A summary at the end.');
    await press(button(dialog, 'Publish version 2'));
    await expect(admin.getByText(`Version 2 of “${TOPIC}” is published.`)).toBeVisible();
  });

  await test.step('the learner accepts the upgrade, keeps both steps and completes the program', async () => {
    await press(learner.getByRole('button', { name: /^Notifications/ }));
    const panel = learner.getByRole('region', { name: 'Notifications' });
    await expect(panel).toContainText('has uploaded new interactive challenge content to');
    await learner.reload();
    await press(learner.getByText('A newer version of this topic is available'));
    await expect(
      learner.getByText('You have completed 2 of 4 steps. After the update: 2 of 5.'),
    ).toBeVisible();
    await press(button(learner, 'Update to version 2'));
    await expect(learner.getByText(/2 of 5/).first()).toBeVisible();
    await press(button(learner, 'Log practice'));
    await write(learner.getByLabel('Your reflection'), REFLECTION);
    await press(button(learner, 'Save and mark as done'));
    await press(button(learner, 'Mark as done'));
    await press(button(learner, 'Complete topic'));
    const celebration = learner.getByRole('status').filter({ hasText: 'Congratulations' });
    await expect(celebration).toContainText('All Selected Topics Completed');
    await press(button(celebration, 'Stop'));
    await press(button(learner, TOPIC));
    await press(button(learner, 'What changed'));
    await expect(learner.getByText(REFLECTION)).toBeVisible();
  });
}
