import { screen, waitFor, within } from '@testing-library/react';
import type { SessionUser } from '#contract/session.ts';
import Frame from '#src/app/shell/Frame.tsx';
import { aUser } from '../../fixtures/people.ts';
import { show } from '../support/show.tsx';

// The browser's modal dialog, which this environment does not have.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
});

async function frameFor(user: SessionUser) {
  const shown = show(
    <Frame user={user}>
      <h1>A screen</h1>
    </Frame>,
    { client: { user } },
  );
  await waitFor(() => expect(shown.client.state().session.user).not.toBeNull());
  return shown;
}
const mainLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

it('names its parts as people with screen readers know them', async () => {
  await frameFor(aUser());
  expect(screen.getByRole('link', { name: 'Trellis' })).toHaveAttribute('href', '/home');
  expect(screen.getAllByRole('link', { name: 'Home' })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Lena Larsen' })).toHaveAttribute('aria-haspopup', 'menu');
  expect(screen.getByRole('region', { name: 'Chat' })).toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveTextContent('A screen');
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Demo on Trellis');
});

it('offers Team and Content by what a person is to others', async () => {
  await frameFor(aUser());
  expect(mainLinks()).toEqual(['Home', 'Programs', 'Check-in', 'Surveys']);
});

it('offers them to a manager who may author', async () => {
  await frameFor(aUser({ roles: { isAdmin: false, hasReports: true, mayAuthor: true } }));
  expect(mainLinks()).toEqual(['Home', 'Programs', 'Check-in', 'Surveys', 'Team', 'Content']);
});

it('opens the menu under the name, walked with arrows; Admin is for admins only', async () => {
  const { user } = await frameFor(aUser());
  const button = screen.getByRole('button', { name: 'Lena Larsen' });
  await user.click(button);
  const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items()).toEqual(['Edit Profile', '(Logout)']);
  expect(screen.getByRole('menuitem', { name: 'Edit Profile' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: '(Logout)' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('menuitem', { name: 'Edit Profile' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

it('shows Admin to an admin', async () => {
  const { user } = await frameFor(aUser({ isAdmin: true }));
  await user.click(screen.getByRole('button', { name: 'Lena Larsen' }));
  expect(screen.getByRole('menuitem', { name: 'Admin' })).toHaveAttribute('href', '/admin/home');
});

it('signs out by (Logout)', async () => {
  const { user, client } = await frameFor(aUser());
  await user.click(screen.getByRole('button', { name: 'Lena Larsen' }));
  await user.click(screen.getByRole('menuitem', { name: '(Logout)' }));
  await waitFor(() => expect(client.effects).toContain('service told of the sign-out'));
});

it('gives the focus to the screen from the skip link, and leaves the address alone', async () => {
  const { user, client } = await frameFor(aUser());
  await user.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(client.path()).toBe('/home');
});

it('has everything of the header in the slide-in menu too', async () => {
  const { user } = await frameFor(aUser({ isAdmin: true }));
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
  for (const name of ['Home', 'Programs', 'Check-in', 'Surveys', 'Edit Profile', 'Admin'])
    expect(menu.getByRole('link', { name })).toBeInTheDocument();
  expect(menu.getByRole('button', { name: '(Logout)' })).toBeInTheDocument();
  await user.click(menu.getByRole('button', { name: 'Close menu' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
