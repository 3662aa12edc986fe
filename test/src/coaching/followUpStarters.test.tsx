import { screen, waitFor } from '@testing-library/react';
import type { FollowUp } from '#contract/learning/checkInFollowUps.ts';
import { FollowUpStarters } from '#src/coaching/room/FollowUpStarters.tsx';
import { lena } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const point: FollowUp = {
  followUpId: 'f'.repeat(16),
  checkInId: 'c'.repeat(16),
  person: lena,
  kind: 'agenda',
  text: 'Her workload',
  dueOn: null,
};

it('adds a point to the agenda once, and shows that marking it as done failed', async () => {
  const onAdd = jest.fn();
  let fails = true;
  const { user: actor } = show(<FollowUpStarters partnerId={lena.userId} onAdd={onAdd} />, {
    client: {
      user: aUser(),
      answers: {
        'GET /api/team/follow-ups': () => json({ followUps: [point] }),
        [`PUT /api/team/follow-ups/${point.followUpId}`]: () =>
          fails ? problem(500, 'internal') : json({ followUps: [] }),
      },
    },
  });
  await actor.dblClick(await screen.findByRole('button', { name: point.text }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '“Her workload” is in the agenda, but it is still in this list.',
  );
  fails = false;
  await actor.click(screen.getByRole('button', { name: point.text }));
  await waitFor(() => expect(screen.queryByRole('button', { name: point.text })).toBeNull());
  expect(onAdd.mock.calls).toEqual([[point.text]]);
});
