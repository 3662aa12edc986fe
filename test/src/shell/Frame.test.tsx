import { act, screen, waitFor, within } from '@testing-library/react';
import type { SessionUser } from '#contract/access/session.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import Frame from '#src/app/shell/Frame.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';

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

it('gives its parts the accessible names that screen readers use', async () => {
  await frameFor(aUser());
  expect(screen.getByRole('link', { name: 'Trellis' })).toHaveAttribute('href', '/home');
  expect(screen.getAllByRole('link', { name: 'Home' })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Lena Larsen' })).toHaveAttribute('aria-haspopup', 'menu');
  expect(screen.getByRole('region', { name: 'Chat' })).toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveTextContent('A screen');
  expect(screen.getByRole('contentinfo')).toHaveTextContent('Demo on Trellis');
});

it('takes the focus after a sign-in, and leaves it at the start of the page after a page load', async () => {
  function Screens() {
    const { pathname } = useAppSelector(selectLocation);
    return pathname === '/login' ? (
      <button type="button">Sign in</button>
    ) : (
      <Frame user={aUser()}>Home</Frame>
    );
  }
  const loaded = show(<Screens />, { client: { user: aUser(), at: '/home' } });
  await screen.findByRole('main');
  expect(document.body).toHaveFocus();
  loaded.unmount();
  const { client, user } = show(<Screens />, { client: { user: aUser(), at: '/login' } });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  act(() => client.visit('/home'));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('hides Team and Content from a learner without direct reports', async () => {
  await frameFor(aUser());
  expect(mainLinks()).toEqual(['Home', 'Programs', 'Objectives', 'Check-in', 'Surveys']);
});

it('locks the navigation and the search until the profile and readiness questions are completed', async () => {
  await frameFor(aUser({ propensityScore: null }));
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(main.getByText('Programs')).toHaveAttribute('title', expect.stringContaining('readiness questions'));
  expect(main.queryByRole('link')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Search' })).not.toBeInTheDocument();
});

it('shows Team and Content to a manager who may author', async () => {
  await frameFor(aUser({ roles: { isAdmin: false, hasReports: true, mayAuthor: true } }));
  expect(mainLinks()).toEqual(['Home', 'Programs', 'Objectives', 'Check-in', 'Surveys', 'Team', 'Content']);
});

it('opens the user menu and moves through it with the arrow keys', async () => {
  const { user } = await frameFor(aUser());
  const button = screen.getByRole('button', { name: 'Lena Larsen' });
  await user.click(button);
  await screen.findByRole('menu');
  const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items()).toEqual(['Edit Profile', '(Logout)']);
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit Profile' })).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: '(Logout)' })).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit Profile' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await waitFor(() => expect(button).toHaveFocus());
});

it('shows Admin only to an administrator', async () => {
  const { user } = await frameFor(aUser({ isAdmin: true }));
  await user.click(screen.getByRole('button', { name: 'Lena Larsen' }));
  expect(screen.getByRole('menuitem', { name: 'Admin' })).toHaveAttribute('href', '/admin/home');
});

it('signs out with the menu item (Logout)', async () => {
  const { user, client } = await frameFor(aUser());
  await user.click(screen.getByRole('button', { name: 'Lena Larsen' }));
  await user.click(screen.getByRole('menuitem', { name: '(Logout)' }));
  await waitFor(() => expect(client.effects).toContain('service told of the sign-out'));
});

it('moves the focus to the content with the skip link and keeps the address', async () => {
  const { user, client } = await frameFor(aUser());
  await user.click(screen.getByRole('link', { name: 'Skip to content' }));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(client.path()).toBe('/home');
});

it('offers all links of the header in the mobile menu', async () => {
  const { user } = await frameFor(aUser({ isAdmin: true }));
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
  for (const name of ['Home', 'Programs', 'Check-in', 'Surveys', 'Edit Profile', 'Admin'])
    expect(menu.getByRole('link', { name })).toBeInTheDocument();
  expect(menu.getByRole('button', { name: '(Logout)' })).toBeInTheDocument();
  await user.click(menu.getByRole('button', { name: 'Close menu' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
