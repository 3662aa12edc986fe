import { act, render, screen } from '@testing-library/react';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** A part whose code can be loaded while `isReachable` is true. */
function aPart() {
  const network = { isReachable: false };
  const load = async () => {
    if (!network.isReachable) throw new Error('Loading chunk 1 failed.');
    return { default: Greeting };
  };
  return { network, Part: lazyPart(load) };
}
const goOnline = () => act(async () => void window.dispatchEvent(new Event('online')));
afterEach(() => jest.restoreAllMocks());

it('keeps the page when the code of a part cannot be loaded, and shows the part once it is online', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { network, Part } = aPart();
  render(
    <main>
      <h1>Home</h1>
      <Part name="Ana" />
    </main>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('You are offline.');
  expect(screen.getByRole('heading', { name: 'Home' })).toBeVisible();
  network.isReachable = true;
  await goOnline();
  expect(screen.getByText('Hello Ana')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers a reload when the code is missing although the browser is online', async () => {
  const { Part } = aPart();
  render(<Part name="Ana" />);
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
});

it('immediately shows a part whose code has been loaded before, and ignores a failed preload', async () => {
  const { network, Part } = aPart();
  Part.preload();
  network.isReachable = true;
  await act(async () => Part.preload());
  render(<Part name="Ana" />);
  expect(screen.getByText('Hello Ana')).toBeVisible();
});
