import { screen, waitFor, within } from '@testing-library/react';
import type { InvitablePerson } from '#contract/invitations.ts';
import { InviteDialog } from '#src/team/InviteDialog.tsx';
import { PROGRAM_ID } from '../../fixtures/programs.ts';
import { json, problem } from '../../support/fakeApi.ts';
import { letDialogsOpen } from '../support/dialogs.ts';
import { show } from '../support/show.tsx';

letDialogsOpen();

const aPerson = (
  userId: number,
  firstName: string,
  over: Partial<InvitablePerson> = {},
): InvitablePerson => ({
  userId,
  firstName,
  lastName: 'Ott',
  initials: `${firstName[0]}O`,
  userAvatar: null,
  title: 'Service lead',
  emailAddress: `${firstName.toLowerCase()}@example.org`,
  standing: null,
  ...over,
});
const [lena, zoe, ida] = [
  aPerson(21, 'Lena'),
  aPerson(22, 'Zoe'),
  aPerson(23, 'Ida', { standing: 'takes_part' }),
];
const everybody = [lena, zoe, ida];

function open(total = everybody.length) {
  const searched: string[] = [];
  const sent: unknown[] = [];
  const answers = {
    'GET /api/programs/invitable': () =>
      json({ data: [{ programId: PROGRAM_ID, programName: 'Leading well', purpose: 'Lead.' }], total: 1 }),
    [`GET /api/programs/${PROGRAM_ID}/invitable`]: ({ url }: Request) => {
      const search = new URL(url).searchParams.get('search') ?? '';
      searched.push(search);
      if (search === 'broken') return problem(500, 'unexpected');
      if (search === '') return json({ data: everybody, total });
      const data = everybody.filter(({ firstName }) => firstName.toLowerCase().startsWith(search));
      return json({ data, total: data.length });
    },
    [`POST /api/programs/${PROGRAM_ID}/invitations`]: async (request: Request) => {
      sent.push(await request.json());
      return json({ invited: [21], alreadyThere: [22] });
    },
  };
  const { user } = show(<InviteDialog onClose={() => undefined} />, { client: { at: '/team', answers } });
  const dialog = within(screen.getByRole('dialog', { name: 'Invite to a program' }));
  const choose = async () => {
    expect(await dialog.findByRole('option', { name: 'Leading well' })).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Program'), 'Leading well');
    return dialog.findByRole('checkbox', { name: /^Lena Ott/ });
  };
  return { user, dialog, choose, searched, sent };
}

it('invites people with a coach, found by keyboard, and says who was there already', async () => {
  const { user, dialog, choose, sent } = open();
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(dialog.getByLabelText('Program')).toBeInvalid();
  await user.click(await choose());
  await user.click(dialog.getByRole('checkbox', { name: /^Zoe Ott/ }));
  await user.type(dialog.getByRole('combobox', { name: 'Coach' }), 'mus{Enter}');
  expect(dialog.getByRole('button', { name: 'Remove Max Mustermann' })).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Invite 2 people' }));
  expect(await dialog.findByText(/was left as they are/)).toHaveTextContent(
    '1 person is invited. 1 person takes part already and was left as they are.',
  );
  expect(sent).toEqual([{ userIds: [21, 22], coachId: 9, dueOn: null }]);
});

it('finds anyone of five thousand, and keeps in sight whoever was ticked before', async () => {
  const { user, dialog, choose, searched, sent } = open(5_000);
  await user.click(await choose());
  expect(dialog.getByText(/^The first 3 of 5000 people\./)).toBeInTheDocument();
  await user.type(dialog.getByRole('searchbox', { name: 'Find people' }), 'zo{Enter}');
  expect(await dialog.findByText('1 person found.')).toBeInTheDocument();
  expect(dialog.queryByRole('checkbox', { name: /^Ida/ })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: /^Zoe Ott/ }));
  expect(dialog.getByRole('checkbox', { name: /^Lena Ott/ })).toBeChecked();
  expect(searched).toEqual(['', 'zo']); // not by one letter, and not while somebody types
  await user.click(dialog.getByRole('button', { name: 'Invite 2 people' }));
  await waitFor(() => expect(sent).toEqual([{ userIds: [21, 22], coachId: null, dueOn: null }]));
});

it('marks who takes part already, and does not tick them', async () => {
  const { user, dialog, choose } = open();
  await choose();
  const there = dialog.getByRole('checkbox', { name: /^Ida Ott.*Takes part already$/ });
  await user.click(there);
  expect(there).not.toBeChecked();
  expect(there).toHaveAttribute('aria-disabled', 'true');
  await user.click(dialog.getByRole('button', { name: 'Invite' }));
  expect(dialog.getByText('People are missing')).toBeInTheDocument();
});

it('says when the people did not load, shows nobody else’s in their place, and finds them by another search', async () => {
  const { user, dialog, choose } = open();
  await user.click(await choose());
  await user.type(dialog.getByRole('searchbox', { name: 'Find people' }), 'broken');
  expect(await dialog.findByText(/^The people did not load\./)).toBeInTheDocument();
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1); // who was ticked stays
  await user.clear(dialog.getByRole('searchbox', { name: 'Find people' }));
  expect(await dialog.findByRole('checkbox', { name: /^Zoe/ })).toBeInTheDocument();
});
