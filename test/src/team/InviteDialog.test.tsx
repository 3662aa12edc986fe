import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import type { InvitablePerson } from '#contract/notifications/invitations.ts';
import { InviteDialog } from '#src/team/InviteDialog.tsx';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

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
const people = [lena, zoe, ida];
const OTHER_ID = 'o'.repeat(16);

function Page({ programId = '' }: { programId?: string | undefined }) {
  const [isOpen, setOpen] = useState(true);
  if (isOpen) return <InviteDialog programId={programId} onClose={() => setOpen(false)} />;
  return (
    <button type="button" onClick={() => setOpen(true)}>
      Invite again
    </button>
  );
}

function open(total = people.length, invited?: () => Response, programId?: string) {
  const searched: string[] = [];
  const sent: unknown[] = [];
  const answers = {
    'GET /api/programs/invitable': () =>
      json({
        data: [
          { programId: PROGRAM_ID, programName: 'Leading well', purpose: 'Lead.' },
          { programId: OTHER_ID, programName: 'Selling well', purpose: 'Sell.' },
        ],
        total: 2,
      }),
    [`GET /api/programs/${PROGRAM_ID}/invitable`]: ({ url }: Request) => {
      const search = new URL(url).searchParams.get('search') ?? '';
      searched.push(search);
      if (search === 'broken') return problem(500, 'unexpected');
      if (search === '') return json({ data: people, total, available: total - 1 });
      const data = people.filter(({ firstName }) => firstName.toLowerCase().startsWith(search));
      return json({ data, total: data.length, available: data.filter((one) => !one.standing).length });
    },
    [`GET /api/programs/${OTHER_ID}/invitable`]: () =>
      json({ data: [{ ...lena, standing: 'takes_part' }], total: 1, available: 0 }),
    [`POST /api/programs/${PROGRAM_ID}/invitations`]: async (request: Request) => {
      sent.push(await request.json());
      if (invited) return invited();
      return json({ invited: [21], alreadyThere: [22] });
    },
  };
  const { user } = show(<Page programId={programId} />, {
    client: { at: '/team', answers },
  });
  const dialog = within(screen.getByRole('dialog', { name: 'Invite to a program' }));
  const selectProgram = async () => {
    expect(await dialog.findByRole('option', { name: 'Leading well' })).toBeInTheDocument();
    await user.selectOptions(dialog.getByLabelText('Program'), 'Leading well');
    return dialog.findByRole('checkbox', { name: /^Lena Ott/ });
  };
  return { user, dialog, selectProgram, searched, sent };
}

it('starts with the focus in its first field, the program', async () => {
  const { dialog, selectProgram } = open();
  await waitFor(() => expect(dialog.getByLabelText('Program')).toHaveFocus());
  await selectProgram();
});

it('invites people with a coach selected by keyboard, and shows who is already in the program', async () => {
  const { user, dialog, selectProgram, sent } = open();
  await user.click(dialog.getByRole('button', { name: 'Invite people' }));
  expect(dialog.getByLabelText('Program')).toBeInvalid();
  const first = await selectProgram();
  expect(dialog.getByLabelText('Program')).toBeValid();
  await user.click(dialog.getByRole('button', { name: 'Invite people' }));
  expect(dialog.getByRole('searchbox', { name: 'Find people' })).toHaveFocus();
  await user.click(first);
  expect(dialog.queryByText('People are missing')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('checkbox', { name: /^Zoe Ott/ }));
  await user.type(dialog.getByRole('combobox', { name: 'Coach (optional)' }), 'mus{Enter}');
  expect(dialog.getByRole('button', { name: 'Remove Max Mustermann' })).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Invite 2 people' }));
  expect(await dialog.findByText(/already in the program\./)).toHaveTextContent(
    '1 person was invited. 1 person is already in the program.',
  );
  expect(dialog.getByRole('button', { name: 'Done' })).toHaveFocus();
  expect(sent).toEqual([{ userIds: [21, 22], coachId: 9, dueOn: null }]);
});

it('moves the focus to the field that the server refuses, and says the error once', async () => {
  const { user, dialog, selectProgram } = open(3, () =>
    json(
      { code: 'not_possible', message: 'Not sent', requestId: 'r-1', fields: { dueOn: 'is in the past' } },
      422,
    ),
  );
  await user.click(await selectProgram());
  const due = dialog.getByLabelText('Due (optional)');
  await user.type(due, '2026-11-01');
  await user.click(dialog.getByRole('button', { name: 'Invite 1 person' }));
  expect(await dialog.findByText('Due is in the past')).toBeInTheDocument();
  expect(due).toHaveFocus();
  expect(dialog.queryByText('The invitations were not sent')).toBeNull();
  await user.clear(due);
  expect(due).toBeValid();
});

it('keeps the form when it is closed, until the invitations are sent', async () => {
  const { user, dialog, selectProgram } = open();
  await user.click(await selectProgram());
  await user.type(dialog.getByLabelText('Due (optional)'), '2026-12-01');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Invite again' }));
  expect(await screen.findByRole('checkbox', { name: /^Lena Ott/ })).toBeChecked();
  expect(screen.getByLabelText('Due (optional)')).toHaveValue('2026-12-01');
  expect(screen.getByText('Your unsaved changes were restored.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Invite 1 person' }));
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  await user.click(await screen.findByRole('button', { name: 'Invite again' }));
  expect(await screen.findByLabelText('Program')).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
});

it('discards the form when the user says so', async () => {
  const { user, selectProgram } = open();
  await selectProgram();
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  await user.click(await screen.findByRole('button', { name: 'Invite again' }));
  expect(await screen.findByLabelText('Program')).toHaveValue('');
  expect(screen.queryByText('Your unsaved changes were restored.')).toBeNull();
});

it('starts with the program that it is opened for, also after another one was selected', async () => {
  const { user, dialog, selectProgram } = open(3, undefined, OTHER_ID);
  await user.click(await selectProgram());
  await user.type(dialog.getByLabelText('Due (optional)'), '2026-12-01');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Invite again' }));
  await waitFor(() => expect(screen.getByLabelText('Program')).toHaveValue(OTHER_ID));
  expect(screen.getByLabelText('Due (optional)')).toHaveValue('2026-12-01');
  expect(screen.getByRole('button', { name: 'Invite people' })).toBeVisible();
});

it('counts only people who can be invited', async () => {
  const { dialog, selectProgram } = open();
  await selectProgram();
  expect(
    dialog.getByText('You can invite 2 people. 1 other is already invited or in the program.'),
  ).toBeInTheDocument();
});

it('searches 5,000 people and keeps selected people in the list', async () => {
  const { user, dialog, selectProgram, searched, sent } = open(5_000);
  await user.click(await selectProgram());
  expect(dialog.getByText(/^Showing 3 of 5,000 people\./)).toBeInTheDocument();
  await user.type(dialog.getByRole('searchbox', { name: 'Find people' }), 'zo{Enter}');
  expect(await dialog.findByText('1 person found.')).toBeInTheDocument();
  expect(dialog.queryByRole('checkbox', { name: /^Ida/ })).toBeNull();
  await user.click(dialog.getByRole('checkbox', { name: /^Zoe Ott/ }));
  expect(dialog.getByRole('checkbox', { name: /^Lena Ott/ })).toBeChecked();
  expect(searched).toEqual(['', 'zo']); // one request, after a pause in typing
  await user.click(dialog.getByRole('button', { name: 'Invite 2 people' }));
  await waitFor(() => expect(sent).toEqual([{ userIds: [21, 22], coachId: null, dueOn: null }]));
});

it('marks people who are already in the program and does not select them', async () => {
  const { user, dialog, selectProgram } = open();
  await selectProgram();
  const checkbox = dialog.getByRole('checkbox', { name: /^Ida Ott.*Already in the program$/ });
  await user.click(checkbox);
  expect(checkbox).not.toBeChecked();
  expect(checkbox).toHaveAttribute('aria-disabled', 'true');
  await user.click(dialog.getByRole('button', { name: 'Invite people' }));
  expect(dialog.getByText('People are missing')).toBeInTheDocument();
});

it('selects no one when the program changes, in which other people can be invited', async () => {
  const { user, dialog, selectProgram } = open();
  await user.click(await selectProgram());
  await user.selectOptions(dialog.getByLabelText('Program'), 'Selling well');
  expect(
    await dialog.findByRole('checkbox', { name: /^Lena Ott.*Already in the program$/ }),
  ).not.toBeChecked();
  expect(dialog.getByRole('button', { name: 'Invite people' })).toBeInTheDocument();
});

it('shows an error and no old results if people failed to load, and recovers with the next search', async () => {
  const { user, dialog, selectProgram } = open();
  await user.click(await selectProgram());
  await user.type(dialog.getByRole('searchbox', { name: 'Find people' }), 'broken');
  expect(await dialog.findByText(/^The people did not load\./)).toBeInTheDocument();
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1); // the selected person stays
  await user.clear(dialog.getByRole('searchbox', { name: 'Find people' }));
  expect(await dialog.findByRole('checkbox', { name: /^Zoe/ })).toBeInTheDocument();
});
