import { cleanup, screen, waitFor } from '@testing-library/react';
import type { CatalogueEntry } from '#contract/learning/joining.ts';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import ProgramList from '#src/programs/list/ProgramList.tsx';
import { aProgram, PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json } from '#test/support/fakeApi.ts';

const aSummary = (over: Partial<ProgramSummary>): ProgramSummary => ({
  programId: PROGRAM_ID,
  programName: 'Leading with questions',
  purpose: 'Ask before you tell.',
  enrolment: 'active',
  dueOn: null,
  invitation: null,
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
const topic = (done: number, isCompleted: boolean, isReady = done === 2 && !isCompleted) => ({
  title: 'Listening',
  done,
  total: 2,
  isCompleted,
  isReady,
});

it('shows topics that are ready to complete before the next step', async () => {
  list(aSummary({ topics: [topic(2, true), topic(2, false), topic(0, false)] }));
  expect(await screen.findByText('1 topic ready to complete')).toBeInTheDocument();
});

it('shows the next step while no topic is ready', async () => {
  list(aSummary({ topics: [topic(2, true), topic(1, false)] }));
  expect(await screen.findByText('Next: Read why, 6 min')).toBeInTheDocument();
});

it('does not ask to complete a topic that waits for a confirmation or is in a program that was left', async () => {
  list(aSummary({ topics: [topic(2, false, false)] }));
  expect(await screen.findByText('Next: Read why, 6 min')).toBeInTheDocument();
  cleanup();
  list(aSummary({ enrolment: 'withdrawn', topics: [topic(2, false)] }));
  expect(await screen.findByText('Withdrawn')).toBeInTheDocument();
  expect(screen.queryByText(/ready to complete/)).toBeNull();
});

it('shows “Completed” only once for a completed program', async () => {
  list(aSummary({ enrolment: 'completed', nextStep: null, topics: [topic(2, true)] }));
  expect(await screen.findAllByText('Completed')).toHaveLength(1);
});

describe('an invitation', () => {
  const invited = aSummary({
    enrolment: 'invited',
    nextStep: null,
    progress: { done: 0, total: 0, percent: 0 },
    invitation: { managerVisible: true },
  });
  const start = () => {
    const sent: unknown[] = [];
    const shown = show(<ProgramList />, {
      client: {
        answers: {
          'GET /api/programs': () => json({ data: [invited], total: 1 }),
          [`PUT /api/programs/${PROGRAM_ID}/invitation`]: async (request) => {
            sent.push(await request.clone().json());
            return json(aProgram({ enrolment: 'accepted' }));
          },
        },
      },
    });
    return { ...shown, sent };
  };

  it('is accepted in its row and continues with the topics', async () => {
    const { user, client, sent } = start();
    expect(await screen.findByText(/^Your manager, and a coach if you get one, can see/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Accept invitation: Leading with questions' }));
    await waitFor(() => expect(client.path()).toBe(`/program/${PROGRAM_ID}?show=choose`));
    expect(sent).toEqual([{ accept: true }]);
  });

  it('is not counted and is marked while its program is paused', async () => {
    list({ ...invited, invitation: null });
    expect(await screen.findByText('Paused')).toBeVisible();
    expect(screen.getByText('1 program.')).toBeVisible();
  });

  it('is declined in its row', async () => {
    const { user, client, sent } = start();
    const before = client.path();
    await user.click(
      await screen.findByRole('button', { name: 'Decline invitation: Leading with questions' }),
    );
    await waitFor(() => expect(sent).toEqual([{ accept: false }]));
    expect(client.path()).toBe(before);
  });

  it('has no buttons while it cannot be answered', async () => {
    list({ ...invited, invitation: null });
    expect(await screen.findByRole('link', { name: 'Leading with questions' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /invitation/ })).toBeNull();
  });
});

describe('the catalogue', () => {
  const entry = (letter: string, over: Partial<CatalogueEntry>): CatalogueEntry => ({
    programId: letter.repeat(16),
    programName: `Program ${letter}`,
    purpose: 'Listen first.',
    joining: 'open',
    owner: { userId: 9, firstName: 'Ana', lastName: 'Costa', initials: 'AC', userAvatar: null },
    topics: [{ title: 'Listening', minutes: 30 }],
    selection: { min: 1, max: 1 },
    dueOn: null,
    plannedSessions: 4,
    managerVisible: true,
    request: null,
    ...over,
  });

  it('joins an open program and continues with its topics', async () => {
    const open = entry('o', {});
    const { user, client } = show(<ProgramList />, {
      client: {
        answers: {
          'GET /api/programs': () => json({ data: [], total: 0 }),
          'GET /api/programs/catalogue': () => json({ data: [open], total: 1 }),
          [`POST /api/programs/${open.programId}/join`]: () =>
            json(aProgram({ programId: open.programId, enrolment: 'choosing' })),
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Join program: Program o' }));
    await waitFor(() => expect(client.path()).toBe(`/program/${open.programId}?show=choose`));
  });

  it('asks to join, withdraws the request, and shows who declined and why', async () => {
    const notes: unknown[] = [];
    let request: CatalogueEntry['request'] = null;
    const asked = entry('r', { joining: 'request' });
    const declined = entry('d', {
      joining: 'request',
      request: {
        askedAt: '2026-11-10T10:00:00.000Z',
        note: null,
        declined: { at: '2026-11-12T10:00:00.000Z', note: 'Next year' },
      },
    });
    const url = `/api/programs/${asked.programId}/join-request`;
    const { user } = show(<ProgramList />, {
      client: {
        answers: {
          'GET /api/programs': () => json({ data: [], total: 0 }),
          'GET /api/programs/catalogue': () => json({ data: [{ ...asked, request }, declined], total: 2 }),
          [`PUT ${url}`]: async (call) => {
            const body = (await call.json()) as { note: string | null };
            notes.push(body.note);
            request = { askedAt: '2026-11-20T10:00:00.000Z', note: body.note, declined: null };
            return json(body);
          },
          [`DELETE ${url}`]: () => {
            request = null;
            return new Response(null, { status: 204 });
          },
        },
      },
    });
    expect(
      await screen.findByText('Ana Costa declined your request on Nov 12. “Next year”'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Ask to join Program r' }));
    await user.type(await screen.findByRole('textbox'), 'I lead a team now');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    const withdraw = await screen.findByRole('button', { name: 'Withdraw your request to join Program r' });
    await waitFor(() => expect(document.body).not.toHaveFocus());
    await user.click(withdraw);
    expect(await screen.findByRole('button', { name: 'Ask to join Program r' })).toBeInTheDocument();
    expect(notes).toEqual(['I lead a team now']);
  });
});
