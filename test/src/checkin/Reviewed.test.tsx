import { screen } from '@testing-library/react';
import type { CheckIns } from '#contract/learning/checkIns.ts';
import CheckIn from '#src/checkin/CheckIn.tsx';
import { selectDraft } from '#store/drafts/draftsSlice.ts';
import { aCheckIn, aManager, someAnswers, someCheckIns } from '#test/fixtures/checkIns.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const sentAnswers = someAnswers({ win: { text: 'The plan', readers: 'manager' } });
const sent = aCheckIn({
  version: 1,
  state: 'submitted',
  sentAt: '2026-11-19T12:00:00.000Z',
  answers: sentAnswers,
});
const reviewed = aCheckIn({
  ...sent,
  version: 2,
  state: 'reviewed',
  reviewedAt: '2026-11-19T13:00:00.000Z',
  reviewedBy: aManager,
  can: { edit: false },
});

const open = (overview: CheckIns, save: Answer) =>
  show(<CheckIn />, {
    client: {
      at: '/checkin',
      answers: {
        'GET /api/check-ins': () => json(overview),
        'GET /api/programs': () => json({ data: [], total: 0 }),
        'PUT /api/check-ins/2026-11-16': save,
      },
    },
  });

it('shows what the author was typing when the check-in was reviewed, and keeps it', async () => {
  const { user, client } = open(someCheckIns({ current: sent }), () =>
    json({ code: 'conflict', message: 'It was reviewed.', requestId: 'r', theirs: reviewed }, 409),
  );
  await user.type(await screen.findByRole('textbox', { name: 'What went well?' }), ' worked');
  const note = await screen.findByRole('alert');
  expect(note).toHaveTextContent(
    'Max Mustermann has reviewed your check-in, so it can no longer be changed.',
  );
  expect(note).toHaveTextContent(/it was not sent. Only you can read it:.*The plan worked/);
  expect(note).toHaveFocus();
  expect(selectDraft(client.state(), 'check-in/2026-11-16')).toContain('The plan worked');
  await user.click(screen.getByRole('button', { name: 'Message Max' }));
  expect(client.state().chat.widget.isExpanded).toBe(true);
});

it('shows a draft that was saved before the review', async () => {
  const draft = someAnswers({ ...sentAnswers, blocker: { text: 'Too many meetings', readers: 'only-me' } });
  open(someCheckIns({ current: { ...reviewed, draft } }), () => json(reviewed));
  expect(await screen.findByText('Too many meetings')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows nothing else if everything was sent', async () => {
  open(someCheckIns({ current: reviewed }), () => json(reviewed));
  expect(await screen.findByText(/has reviewed your check-in/)).toBeVisible();
  expect(screen.queryByText(/was not sent/)).not.toBeInTheDocument();
});
