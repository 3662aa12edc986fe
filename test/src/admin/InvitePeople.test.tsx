import { screen, waitFor, within } from '@testing-library/react';
import { parsePeople } from '#src/admin/people/invite/parsePeople.ts';
import People from '#src/admin/people/People.tsx';
import { anAdminPerson, aPeoplePage } from '#test/fixtures/adminPeople.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

describe('a pasted list', () => {
  it.each([
    ['Ana Maria Silva <Ana@Demo.example>', ['Ana', 'Maria Silva', 'ana@demo.example']],
    ['"Silva, Ana" <ana@demo.example>', ['Ana', 'Silva', 'ana@demo.example']],
    ['Ana@Demo.example, Ana Maria, Silva', ['Ana Maria', 'Silva', 'ana@demo.example']],
    ['\nana@demo.example\tAna\tda Silva', ['Ana', 'da Silva', 'ana@demo.example']],
    ['Ana\tda Silva\tana@demo.example', ['Ana', 'da Silva', 'ana@demo.example']],
    ['Ana Maria Silva, ana@demo.example', ['Ana', 'Maria Silva', 'ana@demo.example']],
    ['ana.maria_silva@demo.example', ['Ana', 'Maria Silva', 'ana.maria_silva@demo.example']],
  ])('reads %s', (text, expected) => {
    const [person] = parsePeople(text).people;
    expect([person?.firstName, person?.lastName, person?.emailAddress]).toEqual(expected);
    expect(person?.error).toBeNull();
  });

  it('separates entries at lines, commas and semicolons, and names the line of each error', () => {
    const { people, repeated } = parsePeople(
      'Ana Silva <ana@demo.example>, ben.ott@demo.example; Cy Fox <cy@demo.example>\n\nANA@demo.example\ncy\nmail@demo.example',
    );
    expect(people.map(({ line, error }) => [line, error])).toEqual([
      [1, null],
      [1, null],
      [1, null],
      [4, 'This does not look like an email address.'],
      [5, 'First and last name are needed. Write “First Last <address>”.'],
    ]);
    expect(repeated).toBe(1);
  });

  it('reads rows of a table between other lines, and keeps the numbers of the lines', () => {
    const { people } = parsePeople(
      '\n\nana@demo.example, Ana, Silva\ncy@demo.example, Cy\nben.ott@demo.example',
    );
    expect(people.map(({ line, emailAddress, error }) => [line, emailAddress, error === null])).toEqual([
      [3, 'ana@demo.example', true],
      [4, 'cy@demo.example', false],
      [5, 'ben.ott@demo.example', true],
    ]);
  });

  it('does not count an address that cannot be invited as listed twice, and names its first line', () => {
    expect(parsePeople('tom@demo.example\nAna Silva <ana@demo.example>\ntom@demo.example')).toMatchObject({
      people: [
        { line: 1, emailAddress: 'tom@demo.example' },
        { line: 2, error: null },
      ],
      repeated: 0,
    });
  });

  it('takes the entry with a name when an address is listed twice', () => {
    expect(parsePeople('ana@demo.example\nAna Silva <Ana@demo.example>\nANA@demo.example')).toMatchObject({
      people: [{ line: 2, firstName: 'Ana', lastName: 'Silva', error: null }],
      repeated: 1,
    });
  });
});

const open = (answers: Record<string, Answer>) =>
  show(<People />, {
    client: {
      at: '/admin/people',
      user: aUser({ isAdmin: true }),
      answers: {
        'GET /api/admin/people': () => json(aPeoplePage([anAdminPerson()])),
        'GET /api/admin/departments': () => json({ data: [], withoutDepartment: 0, people: 1 }),
        'GET /api/admin/people/bulk': () => json({ data: [] }),
        ...answers,
      },
    },
  });

it('moves the focus to the address when a colleague already uses it', async () => {
  const { user } = open({
    'POST /api/admin/people': () => {
      const fields = { emailAddress: 'is already used in this organisation' };
      return json({ code: 'conflict', message: 'Not invited', requestId: 'r-1', fields }, 409);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'ana@demo.example');
  await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ana');
  await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Silva');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Email address' })).toHaveFocus());
  expect(dialog.getByText(/is already used in this organisation/)).toBeVisible();
  await user.keyboard('x');
  expect(dialog.queryByText(/is already used in this organisation/)).not.toBeInTheDocument();
});

it('invites one person, and names missing fields without a call', async () => {
  const { user, client } = open({ 'POST /api/admin/people': () => json(anAdminPerson(), 201) });
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'ana@demo.example');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(dialog.getByText('First name is missing')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveFocus();
  expect(client.api.asked('POST /api/admin/people')).toBe(0);
  await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ana');
  expect(dialog.queryByText('First name is missing')).not.toBeInTheDocument();
  expect(dialog.getByText('Last name is missing')).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Silva');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(client.api.asked('POST /api/admin/people')).toBe(1);
});

it('keeps the typed text when the dialog is closed, and the rows that the server refused', async () => {
  const { user } = open({
    'POST /api/admin/people/invitations': () =>
      json({
        results: [
          { userId: 31, error: null },
          { userId: null, error: 'This email address belongs to Ben Ott.' },
        ],
      }),
  });
  const start = async () => {
    await user.click(await screen.findByRole('button', { name: 'Invite people' }));
    return within(await screen.findByRole('dialog', { name: 'Invite people' }));
  };
  let dialog = await start();
  await user.click(dialog.getByRole('button', { name: 'Paste a list' }));
  await user.type(
    dialog.getByRole('textbox', { name: 'People' }),
    'ana.silva@demo.example{Enter}ben.ott@demo.example',
  );
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  dialog = await start();
  await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }));
  expect(await dialog.findByText('1 invitation was sent.')).toBeInTheDocument();
  expect(dialog.getByRole('textbox', { name: 'People' })).toHaveValue('ben.ott@demo.example');
  expect(dialog.getByText('Line 1: This email address belongs to Ben Ott.')).toBeInTheDocument();
});

it('says whose address it is when an entry without a name belongs to a colleague', async () => {
  const { user } = open({
    'POST /api/admin/people/invitations': () =>
      json({ results: [{ userId: null, error: 'This email address belongs to Mia Ott.' }] }),
  });
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  await user.click(dialog.getByRole('button', { name: 'Paste a list' }));
  const list = dialog.getByRole('textbox', { name: 'People' });
  await user.type(list, 'mia@demo.example');
  expect(dialog.getByText(/First and last name are needed/)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }));
  expect(await dialog.findByText('Line 1: This email address belongs to Mia Ott.')).toBeInTheDocument();
  expect(dialog.queryByText(/First and last name are needed/)).toBeNull();
});

it('forgets a refusal about the department when another one is chosen', async () => {
  const { user } = open({
    'GET /api/admin/departments': () =>
      json({
        data: [{ departmentId: 4, name: 'Ports', parentId: null, head: null, direct: 1, total: 1 }],
        withoutDepartment: 0,
        people: 1,
      }),
    'POST /api/admin/people': () =>
      json({ code: 'not-possible', message: 'This department no longer exists.', requestId: 'r-1' }, 422),
  });
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people' }));
  await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'ana@demo.example');
  await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ana');
  await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Silva');
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
  expect(await dialog.findByText('This department no longer exists.')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Department (optional)'), 'Ports');
  expect(dialog.queryByText('This department no longer exists.')).toBeNull();
});
