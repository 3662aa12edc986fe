import { screen, waitFor, within } from '@testing-library/react';
import type { Department } from '#contract/administration/departments.ts';
import Departments from '#src/admin/departments/Departments.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json } from '#test/support/fakeApi.ts';

const amara = { userId: 31, firstName: 'Amara', lastName: 'Kone', initials: 'AK', userAvatar: null };
const department = (
  departmentId: number,
  name: string,
  parentId: number | null,
  more: Partial<Department> = {},
): Department => ({ departmentId, name, parentId, head: null, direct: 2, total: 2, ...more });

/** Operations > Warehouses > Hamburg; Sales. */
const some = [
  department(3, 'Hamburg', 2),
  department(1, 'Operations', null, { head: amara, total: 6 }),
  department(4, 'Sales', null, { direct: 0, total: 0 }),
  department(2, 'Warehouses', 1, { total: 4 }),
];
const answers = (data = some): Record<string, Answer> => ({
  'GET /api/admin/departments': () => json({ data, withoutDepartment: 1, people: 7 }),
  ...Object.fromEntries(
    data.map((one) => [
      `GET /api/admin/departments/${one.departmentId}`,
      () => json({ ...one, invited: 3, managers: 1, activeIn28Days: 2, programs: 1 }),
    ]),
  ),
});
const open = (more: Record<string, Answer> = {}, at = '/admin/departments', data = some) =>
  show(<Departments />, {
    client: { at, user: aUser({ isAdmin: true }), answers: { ...answers(data), ...more } },
  });
const tree = () => screen.findByRole('treegrid', { name: 'Departments' });
const row = (name: RegExp) => screen.getByRole('row', { name });
const names = () =>
  screen
    .getAllByRole('row')
    .filter((one) => one.hasAttribute('aria-level'))
    .map((one) => within(one).getByRole('rowheader').textContent?.replace('No head', ''));

const scrollIntoView = jest.fn();
beforeAll(() => {
  Element.prototype.scrollIntoView = scrollIntoView; // jsdom has no layout
});

it('shows the tree with heads and numbers that add up to all people', async () => {
  open();
  await tree();
  expect(names()).toEqual(['Operations', 'Warehouses', 'Hamburg', 'Sales']);
  expect(row(/^Warehouses/)).toHaveAttribute('aria-level', '2');
  expect(row(/^Operations/)).toHaveAccessibleName('Operations Amara Kone 2 6');
  expect(row(/^No department/)).toHaveTextContent('11');
  expect(row(/^All people/)).toHaveAccessibleName('All people None 7 7');
});

it('moves with the arrow keys, Home, End and letters, expands with Right and collapses with Left', async () => {
  const { user } = open();
  await tree();
  screen.getByRole('button', { name: 'Collapse all' }).focus();
  await user.tab();
  const active = () => within(document.activeElement as HTMLElement).getByRole('rowheader').textContent ?? '';
  expect(active()).toMatch(/^Operations/);
  await user.keyboard('{ArrowRight}');
  expect(active()).toMatch(/^Warehouses/);
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toHaveAttribute('aria-expanded', 'false');
  expect(names()).toEqual(['Operations', 'Warehouses1 department', 'Sales']);
  await user.keyboard('{ArrowLeft}');
  expect(active()).toMatch(/^Operations/);
  await user.keyboard('{End}');
  expect(active()).toMatch(/^Sales/);
  await user.keyboard('{Home}');
  expect(active()).toMatch(/^Operations/);
  await user.keyboard('w');
  expect(active()).toMatch(/^Warehouses/);
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(active()).toMatch(/^Hamburg/);
  await user.tab();
  expect(document.activeElement?.tagName).not.toBe('TR');
});

it('shows the figures of the selected department, and keeps the selection in the address', async () => {
  const { user, client } = open();
  await tree();
  await user.click(row(/Warehouses/));
  await waitFor(() => expect(scrollIntoView).toHaveBeenCalled());
  const card = await screen.findByRole('region', { name: 'Warehouses' });
  expect(await within(card).findByText('2 of 4, 50%')).toBeInTheDocument();
  expect(within(card).getByText(', 3 invited', { exact: false })).toBeInTheDocument();
  expect(within(card).getByRole('link', { name: '4 active' })).toHaveAttribute(
    'href',
    '/admin/people?department=2',
  );
  expect(client.store.getState().navigation.location.search).toBe('?department=2');
});

it('finds departments by the start of a word and shows their parents', async () => {
  const { user } = open();
  await tree();
  await user.type(screen.getByRole('searchbox', { name: 'Find a department' }), 'ham');
  await waitFor(() => expect(names()).toEqual(['Operations', 'Warehouses', 'Hamburg']));
  expect(screen.queryByText('All people')).toBeNull();
  await user.type(screen.getByRole('searchbox', { name: 'Find a department' }), 'x');
  expect(await screen.findByText('No departments match')).toBeInTheDocument();
});

it('creates a department below another one and shows a refusal next to the field', async () => {
  const bodies: unknown[] = [];
  const { user } = open({
    'POST /api/admin/departments': async (request) => {
      bodies.push(await request.json());
      return bodies.length === 1
        ? json(
            {
              code: 'not-possible',
              message: 'There is already a department named Valencia at this place.',
              requestId: 'r',
              fields: { name: 'is used by another department here' },
            },
            422,
          )
        : json(department(9, 'Rotterdam', 2), 201);
    },
  });
  await tree();
  await user.click(screen.getByRole('button', { name: 'Create department' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create department' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Valencia');
  await user.selectOptions(
    within(dialog).getByRole('combobox', { name: 'Below' }),
    'Operations / Warehouses',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Create department' }));
  expect(await within(dialog).findByText('Name is used by another department here')).toBeInTheDocument();
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  expect(name).toHaveFocus();
  // The field says it, and only until its name changes.
  expect(within(dialog).queryByText(/already a department named/)).toBeNull();
  await user.clear(name);
  expect(within(dialog).queryByText(/is used by another department/)).toBeNull();
  await user.keyboard('{Enter}');
  expect(within(dialog).getByText('Name is missing')).toBeInTheDocument();
  await user.type(name, 'Rotterdam');
  await user.click(within(dialog).getByRole('button', { name: 'Create department' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies[0]).toEqual({ name: 'Valencia', parentId: 2 });
});

it('offers only places to which a department can move, and explains why the other places are disabled', async () => {
  const bodies: unknown[] = [];
  const { user } = open(
    {
      'PATCH /api/admin/departments/2': async (request) => {
        bodies.push(await request.json());
        return json(department(2, 'Warehouses', 4));
      },
    },
    '/admin/departments?department=2',
  );
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move Warehouses' });
  const place = (name: string) => within(dialog).getByRole('radio', { name });
  expect(place('Warehouses This department')).toBeDisabled();
  expect(place('Hamburg Below Warehouses')).toBeDisabled();
  expect(place('Operations Already here')).toBeDisabled();
  expect(within(dialog).getByRole('button', { name: 'Move department' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(place('Sales'));
  await user.click(within(dialog).getByRole('button', { name: 'Move department' }));
  await waitFor(() => expect(bodies).toEqual([{ parentId: 4 }]));
});

it('shows the effects of a merge, and selects the other department afterwards', async () => {
  const bodies: unknown[] = [];
  const { user, client } = open(
    {
      'POST /api/admin/departments/2/merge': async (request) => {
        bodies.push(await request.json());
        return json(department(4, 'Sales', null));
      },
    },
    '/admin/departments?department=2',
  );
  await user.click(await screen.findByRole('button', { name: 'Merge' }));
  const dialog = await screen.findByRole('dialog', { name: 'Merge Warehouses' });
  expect(dialog).toHaveTextContent(
    '2 active people of Warehouses and 1 department directly below it move to the other department.',
  );
  expect(dialog).toHaveTextContent(
    'The other department, with all its people, replaces Warehouses in the audiences of programs and surveys.',
  );
  // A department is not chosen by mistake because it is above the one that was searched for.
  const search = within(dialog).getByRole('searchbox');
  await user.type(search, 'ham');
  expect(within(dialog).getByRole('radio', { name: /^Operations/ })).toBeDisabled();
  await user.clear(search);
  await user.click(within(dialog).getByRole('radio', { name: 'Sales' }));
  await user.click(within(dialog).getByRole('button', { name: 'Merge into Sales' }));
  await waitFor(() => expect(bodies).toEqual([{ intoId: 4 }]));
  await waitFor(() => expect(client.store.getState().navigation.location.search).toBe('?department=4'));
  await screen.findByRole('region', { name: 'Sales' });
  // The merged department no longer exists.
  expect(client.api.asked('GET /api/admin/departments/2')).toBe(1);
});

it('deletes only an empty department, after a confirmation', async () => {
  const { user, client } = open(
    { 'DELETE /api/admin/departments/4': () => new Response(null, { status: 204 }) },
    '/admin/departments?department=4',
  );
  await user.click(await screen.findByRole('button', { name: 'More actions for Sales' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Sales' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete department' }));
  await waitFor(() => expect(client.store.getState().navigation.location.search).toBe(''));
  expect(client.api.asked('GET /api/admin/departments/4')).toBe(1);
  await user.click(row(/Operations/));
  await user.click(await screen.findByRole('button', { name: 'More actions for Operations' }));
  expect(await screen.findByRole('menuitem', { name: 'Change head' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
});

it('offers to create the first department', async () => {
  open({}, '/admin/departments', []);
  expect(await screen.findByText('No departments yet')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Create department' })).toBeInTheDocument();
});

it('keeps the name of the next department while the first one appears', async () => {
  let data: Department[] = [];
  let release = () => {};
  const sales = department(4, 'Sales', null);
  const { user } = open(
    {
      'GET /api/admin/departments': async () => {
        if (data.length > 0) await new Promise<void>((done) => (release = done));
        return json({ data, withoutDepartment: 1, people: 7 });
      },
      'POST /api/admin/departments': () => {
        data = [sales];
        return json(sales, 201);
      },
    },
    '/admin/departments',
    [sales],
  );
  for (const name of ['Sales', 'Logistics']) {
    await user.click(await screen.findByRole('button', { name: 'Create department' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), name);
    if (name === 'Sales') {
      await user.click(dialog.getByRole('button', { name: 'Create department' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  }
  release();
  expect(await screen.findByLabelText('Below')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Logistics');
});

it('scrolls to the row of a created department', async () => {
  const { user, client } = open({
    'POST /api/admin/departments': () => {
      const valencia = department(5, 'Valencia', null, { direct: 0, total: 0 });
      client.api.on('GET /api/admin/departments', () =>
        json({ data: [...some, valencia], withoutDepartment: 1, people: 7 }),
      );
      client.api.on('GET /api/admin/departments/5', () =>
        json({ ...valencia, invited: 0, managers: 0, activeIn28Days: 0, programs: 0 }),
      );
      return json(valencia, 201);
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Create department' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create department' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Valencia');
  await user.click(dialog.getByRole('button', { name: 'Create department' }));
  await waitFor(() => expect(row(/^Valencia/)).toHaveAttribute('aria-selected', 'true'));
  await waitFor(() => expect(scrollIntoView.mock.contexts).toContain(row(/^Valencia/)));
});

it('says that an empty department can be deleted, and that a merge moves no one', async () => {
  const { user } = open({}, '/admin/departments?department=4');
  expect(await screen.findByText(/unless invited people belong to it\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByRole('dialog', { name: 'Merge Sales' })).toHaveTextContent(
    'Sales has no active people and no departments below it. Sales disappears.',
  );
});
