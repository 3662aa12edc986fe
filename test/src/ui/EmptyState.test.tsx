import { render, screen, waitFor } from '@testing-library/react';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';

it('shows its text immediately, and its drawing in the same place when the code has loaded', async () => {
  const { container } = render(
    <EmptyState drawing="seed" title="You are up to date">
      New steps appear here.
    </EmptyState>,
  );
  expect(screen.getByText('New steps appear here.')).toBeInTheDocument();
  const drawing = () => container.querySelector('svg.drawing');
  expect(drawing()).toBeEmptyDOMElement();
  await waitFor(() => expect(drawing()).not.toBeEmptyDOMElement());
});
