import { screen } from '@testing-library/react';
import type { ProgramSummary } from '#contract/learning/programs.ts';
import ProgramList from '#src/programs/list/ProgramList.tsx';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const aSummary = (over: Partial<ProgramSummary>): ProgramSummary => ({
  programId: PROGRAM_ID,
  programName: 'Leading with questions',
  purpose: 'Ask before you tell.',
  enrolment: 'active',
  dueOn: null,
  progress: { done: 2, total: 4, percent: 50 },
  topics: [],
  nextStep: {
    topicId: 'aaaaaaaaaaaaaaaa',
    stepKey: 'read',
    topicTitle: 'Listening',
    title: 'Read why',
    minutes: 6,
  },
  ...over,
});
const list = (summary: ProgramSummary) =>
  show(<ProgramList />, {
    client: { answers: { 'GET /api/programs': () => json({ data: [summary], total: 1 }) } },
  });
const topic = (done: number, isCompleted: boolean) => ({ title: 'Listening', done, total: 2, isCompleted });

it('shows topics that are ready to complete before the next step', async () => {
  list(aSummary({ topics: [topic(2, true), topic(2, false), topic(0, false)] }));
  expect(await screen.findByText('1 topic ready to complete')).toBeInTheDocument();
});

it('shows the next step while no topic is ready', async () => {
  list(aSummary({ topics: [topic(2, true), topic(1, false)] }));
  expect(await screen.findByText('Next: Read why, 6 min')).toBeInTheDocument();
});

it('shows only once that a program is completed', async () => {
  list(aSummary({ enrolment: 'completed', nextStep: null, topics: [topic(2, true)] }));
  expect(await screen.findAllByText('Completed')).toHaveLength(1);
});
