import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { TopicComparison } from '#contract/learning/topicVersions.ts';
import CompareVersions from '#src/content/versions/CompareVersions.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';
import { aDraftStep, anAuthoredTopic, TOPIC_ID } from './topics.ts';

const url = `/api/topics/${TOPIC_ID}`;
const aVersion = (n: number | null): TopicComparison['from'] => ({
  title: 'Ask first',
  behaviorName: 'Asks one open question',
  description: 'How to ask',
  steps: [aDraftStep()],
  n,
  publishedAt: n === null ? null : '2026-11-20T10:00:00.000Z',
});
const aComparison = (from: number, to: number | null): TopicComparison => ({
  topicId: TOPIC_ID,
  title: 'Ask first',
  version: 8,
  hasDraft: true,
  isRetired: false,
  versions: [3, 2, 1],
  from: aVersion(from),
  to: aVersion(to),
  uploads: [],
  surveys: [],
  learners: { completed: 0, inProgress: 0, notStarted: 0 },
  removed: [],
});

/** Version 3 is compared with the draft. The comparison of other versions loads until `answer` is resolved. */
function open() {
  const answer = Promise.withResolvers<Response>();
  const restored: unknown[] = [];
  const view = show(
    <Routes>
      <Route path="/content/topics/:topicId/versions" element={<CompareVersions />} />
      <Route path="*" element={null} />
    </Routes>,
    {
      client: {
        at: `/content/topics/${TOPIC_ID}/versions?from=3`,
        user: aUser({ roles: { isAdmin: false, hasReports: false, mayAuthor: true } }),
        answers: {
          [`GET ${url}/comparison`]: ({ url: asked }) =>
            asked.endsWith('?from=3')
              ? json(aComparison(3, null))
              : answer.promise.then((response) => response.clone()),
          [`POST ${url}/draft`]: async (request) => {
            restored.push(await request.json());
            return json(anAuthoredTopic());
          },
        },
      },
    },
  );
  return { ...view, answer, restored };
}

it('restores the version that the dialog named when it was opened', async () => {
  const { user, answer, restored } = open();
  await user.selectOptions(await screen.findByLabelText('With'), 'Version 1');
  await user.click(screen.getByRole('button', { name: 'Restore version 3' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore version 3' }));
  answer.resolve(json(aComparison(1, null)));
  await screen.findByText('Draft compared with version 1');
  await user.click(dialog.getByRole('button', { name: 'Replace draft' }));
  await waitFor(() => expect(restored).toEqual([{ version: 8, n: 3 }]));
});

it('keeps the first choice when the other version is chosen before the comparison has loaded', async () => {
  const { user, client, answer } = open();
  await user.selectOptions(await screen.findByLabelText('With'), 'Version 1');
  expect(screen.getByLabelText('With')).toHaveDisplayValue('Version 1');
  await user.selectOptions(screen.getByLabelText('Compare'), 'Version 2');
  expect(client.state().navigation.location.search).toBe('?from=1&to=2');
  answer.resolve(problem(503, 'unavailable'));
  expect(await screen.findByText('The versions did not load')).toBeVisible();
  expect(screen.getByLabelText('With')).toHaveDisplayValue('Version 1');
  expect(screen.getByLabelText('Compare')).toHaveDisplayValue('Version 2');
});
