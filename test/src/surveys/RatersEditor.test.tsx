import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import type { Raters } from '#contract/surveys/feedback.ts';
import { RatersEditor } from '#src/surveys/feedback/RatersEditor.tsx';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const SURVEY_ID = 'a'.repeat(16);
const aPerson = (userId: number, firstName: string) => ({
  userId,
  firstName,
  lastName: 'Ott',
  initials: `${firstName[0]}O`,
  userAvatar: null,
});
const someRaters = (over: Partial<Raters>): Raters => ({
  surveyId: SURVEY_ID,
  surveyName: '360 feedback',
  subject: aPerson(8, 'Tomás'),
  state: 'draft',
  phase: 'preparing',
  closesOn: null,
  version: 1,
  isSubject: false,
  isRunner: true,
  raters: [21, 22, 23].map((userId) => ({ person: aPerson(userId, `Peer${userId}`), group: 'peer' })),
  suggested: [],
  progress: null,
  ...over,
});

it.each([
  ['nominations', { phase: 'nominating', isSubject: true }, 'Send nominations', 'Your nominations are sent.'],
  [
    'a request to nominate',
    { phase: 'preparing' },
    'Ask Tomás Ott to nominate',
    'Tomás Ott was asked to nominate people.',
  ],
] as const)('gives the result of sending %s', async (_what, over, name, text) => {
  const raters = someRaters(over);
  const url = `/api/surveys/${SURVEY_ID}/raters`;
  const answers = {
    [`GET ${url}`]: () => json(raters),
    [`PUT ${url}`]: () => json({ ...raters, version: 2 }),
  };
  const { user, client } = show(<RatersEditor raters={raters} />, { client: { at: '/survey', answers } });
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(selectToast(client.state())?.text).toBe(text));
});

it.each([
  ['archived', 'This feedback was archived before it was opened. No one was asked.'],
  ['scheduled', 'To change the list, choose “Change survey” first.'],
] as const)('shows the list of %s feedback without controls and unsaved changes', async (state, text) => {
  function Screen() {
    const [raters, setRaters] = useState(someRaters({}));
    return (
      <>
        <RatersEditor raters={raters} />
        <button type="button" onClick={() => setRaters(someRaters({ state, version: 2 }))}>
          Move
        </button>
      </>
    );
  }
  const { user } = show(<Screen />, { client: { at: '/survey' } });
  await user.click(screen.getByRole('button', { name: 'Remove Peer21 Ott' }));
  await user.click(screen.getByRole('button', { name: 'Move' }));
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getAllByText('Peer')).toHaveLength(3);
  expect(screen.queryByText('Changed by someone else')).toBeNull();
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(screen.queryByRole('combobox')).toBeNull();
});
