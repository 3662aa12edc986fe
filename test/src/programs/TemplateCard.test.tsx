import { render, screen } from '@testing-library/react';
import { TemplateCard } from '#src/programs/setup/TemplateCard.tsx';

it('counts the sessions of topics as steps, not as the coaching plan, which it does not have', () => {
  const topic = { title: 'Saying no', minutes: 46, steps: 3, sessions: 1 };
  const template = { key: 'clear', name: 'Clear', purpose: '', weeks: 8, selectionMin: 1, selectionMax: 1 };
  render(
    <ul>
      <TemplateCard template={{ ...template, topics: [topic] }} isBusy={false} onUse={() => {}} />
    </ul>,
  );
  const facts = screen.getAllByRole('term').map(({ textContent }) => textContent);
  expect(facts).toEqual(['Topics', 'Steps with a coach', 'Time']);
  expect(screen.getAllByRole('definition')[1]).toHaveTextContent('1 session');
});
