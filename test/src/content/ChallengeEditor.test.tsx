import { screen, waitFor, within } from '@testing-library/react';
import { openTopicEditor } from './openTopicEditor.tsx';
import { aDraftStep } from './topics.ts';

// Slow machines need more time.
jest.setTimeout(30_000);

it('writes a scenario, finds its dead end, and moves on the map with the arrow keys', async () => {
  const { user, server } = openTopicEditor({
    steps: [aDraftStep({ kind: 'challenge', title: 'The wrong date' })],
  });
  await user.click(await screen.findByRole('button', { name: 'The wrong date' }));
  await user.click(screen.getByRole('button', { name: 'Add a scenario' }));
  await user.type(screen.getByRole('textbox', { name: 'What happens' }), 'Lena shows you a plan');
  await user.type(screen.getByRole('textbox', { name: 'Choice 1: what the learner does' }), 'Ask her');
  await user.type(screen.getByRole('textbox', { name: 'Right, because' }), 'She knows more.');
  await user.click(screen.getByRole('button', { name: 'Add scene' }));
  // The field can be empty while it is being edited.
  const passMark = screen.getByRole('textbox', { name: 'Pass mark in percent' });
  await user.clear(passMark);
  expect(passMark).toHaveValue('');
  await user.type(passMark, '70');
  const map = within(screen.getByRole('region', { name: 'Map of the scenes' }));
  expect(map.getByRole('button', { name: /^Scene 3, not reachable/ })).toBeInTheDocument();
  const first = map.getByRole('button', { name: /^Scene 1, start/ });
  first.focus();
  await user.keyboard('{ArrowDown}');
  const second = map.getByRole('button', { name: /^Scene 2, ending/ });
  expect(second).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Add choice' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Choice 1 leads to' }), 's1');
  expect(map.getByRole('button', { name: /^Scene 1, dead end/ })).toBeInTheDocument();
  expect(screen.getByText('No ending can be reached from here')).toBeInTheDocument();
  await waitFor(() =>
    expect(server.topic.steps[0]!.challenge).toMatchObject({
      kind: 'scenario',
      passAt: 70,
      start: 's1',
      places: [
        { key: 's1', text: 'Lena shows you a plan', choices: [{ to: 's2', text: 'Ask her', isGood: true }] },
        { key: 's2', choices: [{ to: 's1' }] },
        { key: 's3', choices: [] },
      ],
    }),
  );
});

it('moves the focus to the text of a scene that becomes the start, away from “Remove scene”', async () => {
  const { user } = openTopicEditor({ steps: [aDraftStep({ kind: 'challenge', title: 'The wrong date' })] });
  await user.click(await screen.findByRole('button', { name: 'The wrong date' }));
  await user.click(screen.getByRole('button', { name: 'Add a scenario' }));
  await user.click(screen.getByRole('button', { name: 'Add scene' }));
  screen.getByRole('button', { name: 'Start here' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('textbox', { name: 'What happens' })).toHaveFocus();
});

it('moves the focus to an added challenge, and back to its button after it is removed', async () => {
  const { user } = openTopicEditor({ steps: [aDraftStep({ kind: 'challenge', title: 'The wrong date' })] });
  await user.click(await screen.findByRole('button', { name: 'The wrong date' }));
  screen.getByRole('button', { name: 'Add a scenario' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('region', { name: 'Scenario' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Remove scenario' }));
  expect(screen.getByRole('button', { name: 'Add a quiz' })).toHaveFocus();
});

it('brings a removed challenge back, by “Undo” and with the kind of the step', async () => {
  const { user, server } = openTopicEditor({ steps: [aDraftStep({ kind: 'challenge', title: 'Facts' })] });
  await user.click(await screen.findByRole('button', { name: 'Facts' }));
  await user.click(screen.getByRole('button', { name: 'Add a quiz' }));
  await user.type(screen.getByRole('textbox', { name: 'Question' }), 'What first?');
  await user.click(screen.getByRole('button', { name: 'Remove quiz' }));
  const note = within(screen.getByText('The quiz is removed.').closest('p')!);
  await user.click(note.getByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('region', { name: 'Quiz' })).toHaveFocus();
  expect(screen.queryByText('The quiz is removed.')).toBeNull();

  const kind = screen.getByRole('combobox', { name: 'Kind' });
  await user.selectOptions(kind, 'content');
  await waitFor(() => expect(server.topic.steps[0]).toMatchObject({ kind: 'content', challenge: null }));
  expect(screen.getByText('The quiz is removed.')).toBeVisible();
  await user.selectOptions(kind, 'challenge');
  expect(screen.getByRole('textbox', { name: 'Question' })).toHaveValue('What first?');
  await waitFor(() =>
    expect(server.topic.steps[0]!.challenge).toMatchObject({ questions: [{ text: 'What first?' }] }),
  );
});

it('writes cards to sort, and moves the cards of a removed group', async () => {
  const { user, server } = openTopicEditor({ steps: [aDraftStep({ kind: 'challenge', title: 'Facts' })] });
  await user.click(await screen.findByRole('button', { name: 'Facts' }));
  await user.click(screen.getByRole('button', { name: 'Add cards to sort' }));
  await user.click(screen.getByRole('button', { name: 'Add group' }));
  await user.type(screen.getByRole('textbox', { name: 'Group 1' }), 'Fact');
  await user.type(screen.getByRole('textbox', { name: 'Card 1' }), 'It rained');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group of card 1' }), 'g3');
  await user.click(screen.getByRole('button', { name: 'Remove group 3' }));
  await waitFor(() =>
    expect(server.topic.steps[0]!.challenge).toMatchObject({
      kind: 'sort',
      groups: [{ key: 'g1', text: 'Fact' }, { key: 'g2' }],
      cards: [{ text: 'It rained', group: 'g1' }, { group: 'g2' }],
    }),
  );
});

it('writes a sentence to fill in with accepted and wrong answers, and orders the answers', async () => {
  const { user, server } = openTopicEditor({
    steps: [aDraftStep({ kind: 'challenge', title: 'The right word' })],
  });
  await user.click(await screen.findByRole('button', { name: 'The right word' }));
  await user.click(screen.getByRole('button', { name: 'Add sentences to fill in' }));
  const write = (name: string, text: string) => user.type(screen.getByRole('textbox', { name }), text);
  await write('Sentence', 'Ask an ___ question.');
  await write('Accepted answer 1', 'wide');
  await user.click(screen.getByRole('button', { name: 'Add accepted answer' }));
  expect(screen.getByRole('textbox', { name: 'Accepted answer 2' })).toHaveFocus();
  await user.keyboard('open');
  await user.click(screen.getByRole('button', { name: 'Add wrong answer' }));
  await write('Wrong answer 1', 'closed');
  await write('Wrong, because', 'Yes or no answers it.');
  screen.getByRole('button', { name: 'Move accepted answer 2, position 2 of 2' }).focus();
  await user.keyboard(' {ArrowUp} ');
  await waitFor(() =>
    expect(server.topic.steps[0]!.challenge).toMatchObject({
      kind: 'fill',
      gaps: [
        {
          text: 'Ask an ___ question.',
          accepted: [
            { key: 'a2', text: 'open' },
            { key: 'a1', text: 'wide' },
          ],
          mistakes: [{ key: 'a3', text: 'closed', reason: 'Yes or no answers it.' }],
        },
      ],
    }),
  );
});
