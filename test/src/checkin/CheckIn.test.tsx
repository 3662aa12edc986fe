import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CheckInChange, CheckIn as CheckInOfPerson, CheckIns } from '#contract/learning/checkIns.ts';
import type { ProgramSummary } from '#contract/learning/programSummaries.ts';
import { COMMENTS_TARGET } from '#contract/notifications/linkTargets.ts';
import CheckIn from '#src/checkin/CheckIn.tsx';
import { connected, connectionStarted } from '#store/connection/connectionSlice.ts';
import { selectDraft } from '#store/drafts/draftsSlice.ts';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aCheckIn, aManager, someAnswers, someCheckIns } from '#test/fixtures/checkIns.ts';
import { lena } from '#test/fixtures/people.ts';
import { aProgram, PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { fakeDrafts } from '#test/support/client.ts';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const PUT = 'PUT /api/check-ins/2026-11-16';

function open(
  overview: CheckIns,
  change: (sent: CheckInChange) => Response | Promise<Response>,
  programs: ProgramSummary[] = [],
  drafts = fakeDrafts(),
) {
  const sent: CheckInChange[] = [];
  let { current } = overview;
  const save: Answer = async (request) => {
    const body = (await request.json()) as CheckInChange;
    sent.push(body);
    const response = await change(body);
    if (response.ok) current = (await response.clone().json()) as CheckInOfPerson;
    return response;
  };
  const shown = show(<CheckIn />, {
    client: {
      at: '/checkin',
      drafts,
      answers: {
        'GET /api/check-ins': () => json({ ...overview, current }),
        'GET /api/programs': () => json({ data: programs, total: programs.length }),
        [`GET /api/programs/${PROGRAM_ID}`]: () => json(aProgram()),
        [PUT]: save,
      },
    },
  });
  return { ...shown, sent };
}
const row = (name: string) => screen.findByRole('group', { name });
const readersOf = async (title: string) =>
  within(await row(title)).getByRole('combobox', { name: `Who can read your answer to “${title}”` });

/** The data that the server stores after a change. */
const stored = (change: CheckInChange) =>
  change.action === 'skip'
    ? json(aCheckIn({ state: 'skipped', version: 1 }))
    : json(
        change.action === 'save'
          ? aCheckIn({ version: change.version + 1, draft: change.answers })
          : aCheckIn({
              version: change.version + 1,
              answers: change.answers,
              state: 'submitted',
              sentAt: '2026-11-19T12:00:00.000Z',
            }),
      );

it('shows last week next to this week, and shows who will read each answer before it is sent', async () => {
  const { user, sent } = open(someCheckIns(), stored);
  const win = await row('What went well?');
  expect(win).toHaveTextContent('I waited');
  expect(await readersOf('What went well?')).toHaveDisplayValue('Max');
  expect(await readersOf('What is in your way?')).toHaveDisplayValue('Only you');
  // The bar stays in the window, so that the answer to sending is visible from every part of the form.
  const isPinned = () => document.querySelector('.check-in-end')?.matches('[data-pinned]');
  expect(isPinned()).toBe(true);
  await user.click(screen.getByRole('radio', { name: '3 Okay' }));
  await user.type(screen.getByRole('textbox', { name: 'What went well?' }), 'Planning');
  await user.type(screen.getByRole('textbox', { name: 'What is in your way?' }), 'My own fear');
  await user.selectOptions(await readersOf('How are you?'), 'Max and Cora');
  expect(screen.getByText(/After you send it, Max can read 2 of your answers/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  expect(await screen.findByText(/You can change it until Max has reviewed it/)).toBeVisible();
  expect(isPinned()).toBe(true);
  expect(sent.at(-1)).toMatchObject({
    action: 'send',
    answers: {
      mood: { value: 3, readers: 'manager-and-coach' },
      win: { text: 'Planning', readers: 'manager' },
      blocker: { text: 'My own fear', readers: 'only-me' },
    },
  });
  expect(screen.getByRole('button', { name: 'Send changes' })).toHaveAttribute('aria-disabled', 'true');
});

it('distinguishes no answer from having practised 0 times', async () => {
  const { user, sent } = open(someCheckIns(), stored);
  const times = await screen.findByRole('group', { name: 'Times you practised' });
  expect(times).toHaveTextContent('No answer');
  const decrease = within(times).getByRole('button', { name: 'Decrease times practised' });
  await user.click(decrease);
  expect(times).toHaveTextContent('0 times');
  expect(decrease).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ action: 'send', answers: { practice: { count: 0 } } }),
  );
});

it('leaves the bar at the end of a sent check-in, and pins it from the first change on', async () => {
  const { user } = open(
    someCheckIns({
      current: aCheckIn({
        version: 1,
        state: 'submitted',
        sentAt: '2026-11-19T12:00:00.000Z',
        answers: someAnswers(),
      }),
    }),
    stored,
  );
  const bar = (await screen.findByText(/You can change it until/)).closest('.check-in-end');
  expect(bar).not.toHaveAttribute('data-pinned');
  await user.type(screen.getByRole('textbox', { name: 'What is in your way?' }), 'My own fear');
  expect(bar).toHaveAttribute('data-pinned');
});

it('shows in the pinned bar why a check-in was not sent', async () => {
  const { user } = open(someCheckIns(), (change) =>
    change.action === 'send' ? problem(400, 'invalid') : stored(change),
  );
  await user.type(await screen.findByRole('textbox', { name: 'What went well?' }), 'Planning');
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  const bar = (await screen.findByText('The check-in was not sent')).closest('[data-pinned]');
  expect(bar).toContainElement(screen.getByRole('button', { name: 'Send check-in' }));
});

it('sends no check-in without an answer', async () => {
  const { user, sent } = open(someCheckIns(), stored);
  await user.click(await screen.findByRole('button', { name: 'Send check-in' }));
  expect(await screen.findByText(/Answer at least one question, or skip/)).toBeVisible();
  expect(sent).toEqual([]);
});

it('says once that nothing was sent, for the last period and for all earlier ones', async () => {
  const { answers: _answers, ...previous } = someCheckIns().previous!;
  const { user } = open(
    someCheckIns({
      previous: { ...previous, answers: null, state: 'missed' },
      trend: [
        { week: '2026-11-09', state: 'missed', mood: null, workload: null },
        { week: '2026-11-16', state: 'open', mood: null, workload: null },
      ],
    }),
    stored,
  );
  expect(await screen.findByText('You did not send this check-in.')).toBeInTheDocument();
  expect(screen.queryByText('Left empty')).not.toBeInTheDocument();
  expect(screen.getByText(/^You have not sent a check-in yet/)).toBeInTheDocument();
  expect(screen.queryByText('Not sent')).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'What went well?' }), 'Planning');
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  expect(await screen.findByText(/^You have no earlier check-ins/)).toBeInTheDocument();
  expect(screen.queryByText(/You have not sent a check-in yet/)).not.toBeInTheDocument();
});

it('shows no answer of the last period to a question that was not asked then', async () => {
  const question = { questionId: 'q'.repeat(16), text: 'What should we stop?', by: null };
  const answers = someAnswers({
    question: { questionId: question.questionId, text: '', readers: 'manager' },
  });
  open(
    someCheckIns({ current: aCheckIn({ question: { ...question, by: aManager }, draft: answers }) }),
    stored,
  );
  const asked = await screen.findByRole('group', { name: /What should we stop/ });
  expect(within(asked).queryByText('Left empty')).not.toBeInTheDocument();
  expect(within(asked).queryByText('Last week')).not.toBeInTheDocument();
});

it('blames no one for the time before they joined', async () => {
  open(
    someCheckIns({
      previous: null,
      trend: [{ week: '2026-11-16', state: 'open', mood: null, workload: null }],
    }),
    stored,
  );
  expect(await screen.findByText('This is your first check-in.')).toBeInTheDocument();
  expect(screen.queryByText('You did not send this check-in.')).not.toBeInTheDocument();
  expect(screen.queryByText(/Last week/)).not.toBeInTheDocument();
});

it('shares the answer to a question with the manager who asked it, says so, and keeps another choice', async () => {
  const question = { questionId: 'q'.repeat(16), text: 'What should I stop doing?', by: aManager };
  const title = 'Max asks: What should I stop doing?';
  const { user } = open(someCheckIns({ current: aCheckIn({ question }) }), stored);
  expect(await readersOf(title)).toHaveDisplayValue('Max');
  expect(await row(title)).toHaveTextContent('Max reads your answer after you send the check-in.');
  await user.selectOptions(await readersOf(title), 'Only you');
  expect(await row(title)).toHaveTextContent('Max asked this, and cannot read your answer.');
});

describe('an open check-in', () => {
  const ask = (letter: string, text: string) => ({ questionId: letter.repeat(16), text, by: aManager });
  const poll = () => act(() => jest.advanceTimersByTimeAsync(15_000));
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  /** The server changes the check-in with `server.current`. */
  function openPolled(start: CheckInOfPerson) {
    const server = { current: start };
    const shown = open(someCheckIns(), ({ version, answers }) => {
      if (answers?.question && answers.question.questionId !== server.current.question?.questionId)
        return problem(422, 'not-possible');
      if (version !== server.current.version)
        return json({ code: 'conflict', message: 'Changed.', requestId: 'r', theirs: server.current }, 409);
      server.current = { ...server.current, version: version + 1, draft: answers };
      return json(server.current);
    });
    shown.client.api.on('GET /api/check-ins', () => json(someCheckIns({ current: server.current })));
    return { ...shown, server };
  }

  it('takes over a question that the manager asks meanwhile, and keeps what is typed', async () => {
    const { server, sent } = openPolled(aCheckIn());
    type(await screen.findByRole('textbox', { name: 'What went well?' }), 'I listened');
    server.current = { ...server.current, question: ask('q', 'What should I stop doing?') };
    await poll();
    type(await screen.findByRole('textbox', { name: 'What should I stop doing?' }), 'Calls');
    server.current = { ...server.current, question: ask('r', 'What should I start?') };
    await poll();
    expect(await screen.findByRole('textbox', { name: 'What should I start?' })).toHaveValue('');
    expect(screen.getByText('Calls').closest('[role="status"]')).toHaveTextContent(
      'The question was changed. You typed this answer to the earlier question:',
    );
    expect(screen.getByRole('textbox', { name: 'What went well?' })).toHaveValue('I listened');
    fireEvent.click(screen.getByRole('button', { name: 'Send check-in' }));
    await waitFor(() => expect(sent.at(-1)?.action).toBe('send'));
    expect(sent.at(-1)?.answers).toMatchObject({
      win: { text: 'I listened' },
      question: { questionId: 'r'.repeat(16), text: '' },
    });
  });

  it('takes over a question that the manager changes while the check-in waits to be sent', async () => {
    const { client, server, sent } = openPolled(
      aCheckIn({ question: ask('q', 'What should I stop doing?') }),
    );
    const save = client.api.answerTo(PUT);
    client.api.on(PUT, () => {
      throw new TypeError('Failed to fetch');
    });
    type(await screen.findByRole('textbox', { name: 'What went well?' }), 'I listened');
    type(screen.getByRole('textbox', { name: 'What should I stop doing?' }), 'Calls');
    fireEvent.click(screen.getByRole('button', { name: 'Send check-in' }));
    const change = await screen.findByRole('button', { name: 'Change answers' });
    server.current = { ...server.current, question: ask('r', 'What should I start?') };
    await poll();
    client.api.on(PUT, save);
    fireEvent.click(change);
    expect(await screen.findByRole('textbox', { name: 'What should I start?' })).toHaveValue('');
    fireEvent.click(screen.getByRole('button', { name: 'Send check-in' }));
    await waitFor(() => expect(sent.at(-1)?.action).toBe('send'));
    expect(sent.at(-1)?.answers).toMatchObject({
      win: { text: 'I listened' },
      question: { questionId: 'r'.repeat(16), text: '' },
    });
  });

  it('takes over a question that the manager changes during a conflict with another tab', async () => {
    const { server, sent } = openPolled(aCheckIn({ question: ask('q', 'What should I stop doing?') }));
    type(await screen.findByRole('textbox', { name: 'What should I stop doing?' }), 'Calls');
    const draft = someAnswers({ blocker: { text: 'From the other tab', readers: 'only-me' } });
    server.current = { ...server.current, version: 4, draft };
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    const mine = await screen.findByRole('button', { name: 'Use what I typed here' });
    server.current = { ...server.current, question: ask('r', 'What should I start?') };
    await poll();
    fireEvent.click(mine);
    expect(await screen.findByRole('textbox', { name: 'What should I start?' })).toHaveValue('');
    await waitFor(() => expect(sent.at(-1)?.answers.question).toMatchObject({ questionId: 'r'.repeat(16) }));
    expect(sent.at(-1)?.version).toBe(4);
  });

  it('shows what another tab sends, and can then be changed without a conflict', async () => {
    const { client, server, sent } = openPolled(aCheckIn());
    const field = await screen.findByRole('textbox', { name: 'What went well?' });
    server.current = aCheckIn({
      version: 3,
      state: 'submitted',
      sentAt: '2026-11-19T12:00:00.000Z',
      answers: someAnswers({ win: { text: 'From the other tab', readers: 'manager' } }),
    });
    await poll();
    await waitFor(() => expect(field).toHaveValue('From the other tab'));
    expect(screen.getByText(/^Sent\. You can change it until/)).toBeVisible();
    type(field, 'From both tabs');
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ action: 'save', version: 3 }));
    expect(screen.queryByRole('alert')).toBeNull();

    const draft = someAnswers({ win: { text: 'Again from the other tab', readers: 'manager' } });
    type(field, 'Typed here');
    server.current = aCheckIn({ version: 9, draft });
    await poll();
    expect(await screen.findByRole('alert')).toHaveTextContent('Again from the other tab');
    expect(field).toHaveValue('Typed here');
    expect(selectDraft(client.state(), 'check-in/2026-11-16')).toContain('Typed here');
  });

  it('keeps what is typed while another tab skips the check-in', async () => {
    const { server, sent } = openPolled(aCheckIn());
    const field = await screen.findByRole('textbox', { name: 'What went well?' });
    field.focus();
    type(field, 'I listened');
    server.current = aCheckIn({ version: 4, state: 'skipped', skipReason: 'ill', draft: someAnswers() });
    await poll();
    expect(await screen.findByText(/^This check-in is now skipped\./)).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Changed\./);
    expect(field).toHaveValue('I listened');
    expect(field).toHaveFocus();
    fireEvent.click(await screen.findByRole('button', { name: 'Use what I typed here' }));
    fireEvent.click(screen.getByRole('button', { name: 'Send check-in' }));
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ action: 'send', answers: { win: { text: 'I listened' } } }),
    );
  });

  it('shows what was typed to a question that the manager removes', async () => {
    const { server } = openPolled(aCheckIn({ question: ask('q', 'What should I stop doing?') }));
    const field = await screen.findByRole('textbox', { name: 'What should I stop doing?' });
    type(field, 'Calls');
    server.current = { ...server.current, question: null };
    await poll();
    await waitFor(() => expect(field).not.toBeInTheDocument());
    expect(screen.getByText('Calls').closest('[role="status"]')).toHaveTextContent(
      'The question was removed. You typed this answer:',
    );
  });

  describe('that was sent without a connection', () => {
    const theirs = aCheckIn({
      version: 3,
      state: 'submitted',
      sentAt: '2026-11-19T12:00:00.000Z',
      answers: someAnswers({ win: { text: 'From the other tab', readers: 'manager' } }),
    });
    async function sendOffline() {
      const shown = openPolled(aCheckIn());
      const { api } = shown.client;
      const save = api.answerTo(PUT);
      api.on(PUT, () => {
        throw new TypeError('Failed to fetch');
      });
      const field = await screen.findByRole('textbox', { name: 'What went well?' });
      type(field, 'From this tab');
      fireEvent.click(screen.getByRole('button', { name: 'Send check-in' }));
      await screen.findByRole('button', { name: 'Change answers' });
      return { ...shown, field, reconnect: () => api.on(PUT, save) };
    }

    it('is not overwritten by another tab after it was taken back to change it', async () => {
      const { client, server, field, reconnect } = await sendOffline();
      fireEvent.click(screen.getByRole('button', { name: 'Change answers' }));
      await waitFor(() => expect(field).toBeEnabled());
      reconnect();
      server.current = theirs;
      await poll();
      expect(field).toHaveValue('From this tab');
      expect(selectDraft(client.state(), 'check-in/2026-11-16')).toContain('From this tab');
    });

    it('keeps its answers when it is refused because another tab has sent it', async () => {
      const { client, server, field, reconnect } = await sendOffline();
      reconnect();
      server.current = theirs;
      act(() => client.page.change('online', { isOnline: true }));
      await poll();
      await waitFor(() => expect(field).toBeEnabled());
      expect(await screen.findByText('What you typed here:')).toBeVisible();
      expect(screen.getByText('From this tab')).toBeVisible();
      fireEvent.click(screen.getByRole('button', { name: 'Use what I typed here' }));
      expect(field).toHaveValue('From this tab');
    });
  });

  it('can be changed again after the manager has marked it as not reviewed', async () => {
    const sent = { sentAt: '2026-11-19T12:00:00.000Z', answers: someAnswers(), checkInId: 'c'.repeat(16) };
    const { server } = openPolled(
      aCheckIn({ ...sent, state: 'reviewed', reviewedAt: sent.sentAt, can: { edit: false } }),
    );
    await screen.findByRole('heading', { level: 1, name: 'Check-in' });
    expect(screen.queryByRole('textbox', { name: 'What went well?' })).toBeNull();
    server.current = aCheckIn({ ...sent, state: 'submitted' });
    await poll();
    expect(await screen.findByRole('textbox', { name: 'What went well?' })).toBeVisible();
  });
});

it('keeps the last choice of readers for the manager’s question', async () => {
  const question = { questionId: 'q'.repeat(16), text: 'What should I stop doing?', by: aManager };
  open(someCheckIns({ current: aCheckIn({ question }), lastReaders: { question: 'only-me' } }), stored);
  expect(await readersOf('Max asks: What should I stop doing?')).toHaveDisplayValue('Only you');
});

it.each(['on the server', 'in this browser'])(
  'does not show an answer to an earlier question, saved %s, as the answer to the present one',
  async (place) => {
    const question = { questionId: 'q'.repeat(16), text: 'What should I stop doing?', by: aManager };
    const typed = someAnswers({
      win: { text: 'I waited', readers: 'manager' },
      question: { questionId: 'p'.repeat(16), text: 'My own fear', readers: 'only-me' },
    });
    const isLocal = place === 'in this browser';
    const drafts = fakeDrafts();
    if (isLocal) drafts.keep(lena.userId, 'check-in/2026-11-16', JSON.stringify(typed));
    const { user, sent } = open(
      someCheckIns({ current: aCheckIn({ question, draft: isLocal ? null : typed }) }),
      stored,
      [],
      drafts,
    );
    const title = 'Max asks: What should I stop doing?';
    expect(within(await row(title)).getByRole('textbox')).toHaveValue('');
    expect(await readersOf(title)).toHaveDisplayValue('Max');
    expect(screen.getByRole('textbox', { name: 'What went well?' })).toHaveValue('I waited');
    await user.click(screen.getByRole('button', { name: 'Send check-in' }));
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        action: 'send',
        answers: { question: { questionId: question.questionId, text: '' } },
      }),
    );
  },
);

it('sends once on a double click, and keeps text that was typed while sending', async () => {
  let answer = (_response: Response) => {};
  const { user, sent } = open(someCheckIns(), (change) =>
    change.action === 'send' ? new Promise<Response>((resolve) => (answer = resolve)) : stored(change),
  );
  const field = await screen.findByRole('textbox', { name: 'What went well?' });
  await user.click(field);
  await user.paste('One');
  await user.dblClick(screen.getByRole('button', { name: 'Send check-in' }));
  await waitFor(() => expect(sent.filter(({ action }) => action === 'send')).toHaveLength(1));
  await user.click(field);
  await user.paste(' and two');
  await act(async () => answer(stored(sent.at(-1) as CheckInChange)));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send changes' })).not.toHaveAttribute('aria-disabled'),
  );
  expect(field).toHaveValue('One and two');
});

it('shows what another tab has sent, and restores the text typed here', async () => {
  const theirs = aCheckIn({
    version: 4,
    state: 'submitted',
    sentAt: '2026-11-19T12:00:00.000Z',
    answers: someAnswers({ win: { text: 'From the other tab', readers: 'manager' } }),
  });
  const { user, sent } = open(someCheckIns(), (change) =>
    change.version === 4
      ? stored(change)
      : json({ code: 'conflict', message: 'Changed in another tab.', requestId: 'r', theirs }, 409),
  );
  const field = await screen.findByRole('textbox', { name: 'What went well?' });
  await user.click(field);
  await user.paste('From this tab');
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Changed in another tab. The form shows the sent version.',
  );
  expect(screen.getByRole('alert')).toHaveFocus();
  expect(field).toHaveValue('From the other tab');
  expect(screen.getByRole('alert')).toHaveTextContent(/What you typed here:.*From this tab/);
  await user.click(screen.getByRole('button', { name: 'Use what I typed here' }));
  expect(field).toHaveValue('From this tab');
  const send = screen.getByRole('button', { name: 'Send changes' });
  await user.click(send);
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ action: 'send', version: 4 }));
  await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'true'));
  expect(send).toHaveFocus();
});

it('ends a conflict with another tab when the check-in is sent as the form shows it', async () => {
  const theirs = aCheckIn({
    version: 4,
    state: 'submitted',
    sentAt: '2026-11-19T12:00:00.000Z',
    answers: someAnswers({ win: { text: 'From the other tab', readers: 'manager' } }),
  });
  const { user } = open(someCheckIns(), (change) =>
    change.version === 4
      ? stored(change)
      : json({ code: 'conflict', message: 'Changed in another tab.', requestId: 'r', theirs }, 409),
  );
  const field = await screen.findByRole('textbox', { name: 'What went well?' });
  await user.click(field);
  await user.paste('From this tab');
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Changed in another tab.');
  await user.click(field);
  await user.paste(', and more');
  await user.click(screen.getByRole('button', { name: 'Send changes' }));
  await waitFor(() => expect(screen.queryByText(/Changed in another tab/)).toBeNull());
  expect(field).toHaveValue('From the other tab, and more');
});

it('saves again when the connection is back, and says that changes are not sent', async () => {
  let isDown = true;
  const answers = someAnswers({ win: { text: 'Planning', readers: 'manager' } });
  const current = aCheckIn({ answers, state: 'submitted', sentAt: '2026-11-19T12:00:00.000Z', version: 1 });
  const { user, client, sent } = open(someCheckIns({ current }), (change) =>
    isDown
      ? problem(503, 'unavailable')
      : json({
          ...current,
          version: change.version + 1,
          draft: change.action === 'skip' ? null : change.answers,
        }),
  );
  expect(await screen.findByText(/^Sent\. You can change it until/)).toBeInTheDocument();
  await user.click(screen.getByRole('textbox', { name: 'What went well?' }));
  await user.paste(' well');
  expect(screen.getByText('Your changes are not sent yet.')).toBeInTheDocument();
  expect(screen.getByText(/^After you send the changes, Max can read 1 of your answers/)).toBeVisible();
  expect(await screen.findByText(/^Answers not saved/, {}, { timeout: 5_000 })).toBeInTheDocument();
  isDown = false;
  act(() => void client.store.dispatch(connectionStarted()));
  act(() => void client.store.dispatch(connected()));
  expect(await screen.findByText('Answers saved')).toBeInTheDocument();
  expect(sent.at(-1)?.action).toBe('save');
});

it('shows the start and the target next to the value of an objective, also if the value is to fall', async () => {
  const objective = (id: string, title: string, from: number, to: number, now?: number) => ({
    objectiveId: id.repeat(16),
    title,
    measure: { unit: 'calls a week', from, to, ...(now !== undefined && { now }) },
    isPrivate: false,
  });
  const objectives = [objective('a', 'Fewer calls', 9, 2), objective('b', 'More calls', 2, 9, 4)];
  open(someCheckIns({ current: aCheckIn({ objectives }) }), stored);
  expect(await screen.findByText('from 9 to 2 calls a week')).toBeVisible();
  expect(screen.getByText('now 4, from 2 to 9 calls a week')).toBeVisible();
});

it('says that the manager cannot read a note on an objective that the manager cannot see', async () => {
  const objective = {
    objectiveId: 'a'.repeat(16),
    title: 'Ask more',
    measure: null,
    isPrivate: false,
    isHiddenFromManager: true,
  };
  const draft = someAnswers({ objectives: { notes: [], readers: 'manager' } });
  open(someCheckIns({ current: aCheckIn({ objectives: [objective], draft }) }), stored);
  expect(await screen.findByText('Only you, because your manager cannot see this objective.')).toBeVisible();
});

it('refuses a current value that is not a number, and keeps the earlier value', async () => {
  const objectives = [
    {
      objectiveId: 'a'.repeat(16),
      title: 'Ask more',
      measure: { unit: null, from: 0, to: 10 },
      isPrivate: false,
    },
  ];
  const { user, sent } = open(someCheckIns({ current: aCheckIn({ objectives }) }), async (change) =>
    json({ ...((await stored(change).json()) as CheckInOfPerson), objectives }),
  );
  const value = await screen.findByLabelText('Ask more: current value');
  await user.type(value, '3');
  await waitFor(() => expect(sent.at(-1)?.answers.objectives.notes).toMatchObject([{ value: 3 }]));
  await user.type(value, 'abc');
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  expect(value).toHaveAccessibleDescription('Current value is not a number like 3.5');
  expect(value).toBeInvalid();
  await waitFor(() => expect(value).toHaveFocus());
  expect(value).toHaveValue('3abc');
  expect(sent.filter(({ action }) => action === 'send')).toEqual([]);
  expect(sent.at(-1)?.answers.objectives.notes).toMatchObject([{ value: 3 }]);
  await user.clear(value);
  await user.type(value, '4.5');
  expect(value).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      action: 'send',
      answers: { objectives: { notes: [{ value: 4.5 }] } },
    }),
  );
});

it('queues a check-in that is sent offline, lets it be changed, and sends it when the browser is online again', async () => {
  let isOnline = false;
  const { user, client, sent } = open(someCheckIns(), (change) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    return stored(change);
  });
  await user.type(await screen.findByRole('textbox', { name: 'What went well?' }), 'On the train');
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  const note = await screen.findByText(/saved in this browser/);
  expect(note).toBeVisible();
  expect(note.closest('[data-pinned]')).toContainElement(
    screen.getByRole('button', { name: 'Send check-in' }),
  );
  expect(screen.getByRole('textbox', { name: 'What went well?' })).toBeDisabled();
  expect(selectDraft(client.state(), 'check-in/2026-11-16')).toContain('On the train');

  await user.click(screen.getByRole('button', { name: 'Change answers' }));
  await user.type(screen.getByRole('textbox', { name: 'What went well?' }), ' to work');
  await user.click(screen.getByRole('button', { name: 'Send check-in' }));
  await screen.findByText(/saved in this browser/);
  isOnline = true;
  act(() => client.page.change('online', { isOnline: true }));
  expect(await screen.findByText(/You can change it until/)).toBeVisible();
  expect(screen.queryByText(/saved in this browser/)).toBeNull();
  expect(sent.at(-1)).toMatchObject({ action: 'send', answers: { win: { text: 'On the train to work' } } });
  expect(selectDraft(client.state(), 'check-in/2026-11-16')).toBe('');
});

it('moves the focus out of a field that submits a check-in offline', async () => {
  const { user } = open(someCheckIns(), () => {
    throw new TypeError('Failed to fetch');
  });
  await user.type(await screen.findByRole('textbox', { name: 'What went well?' }), 'On the train');
  within(await row('How are you?'))
    .getAllByRole('radio')[0]!
    .focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Change answers' })).toHaveFocus();
});

it('gives the comments the focus when a notification leads to them', async () => {
  const comment = {
    commentId: 'c'.repeat(16),
    by: aManager,
    at: '2026-11-19T12:00:00.000Z',
    text: 'Well done',
  };
  open({ ...someCheckIns(), current: aCheckIn({ comments: [comment] }) }, stored);
  const comments = await screen.findByRole('region', { name: 'Comments' });
  expect(comments).toHaveAttribute('id', COMMENTS_TARGET);
  expect(comments).toHaveAttribute('tabindex', '-1');
});

it('skips with a reason that only its author can read', async () => {
  const draft = someAnswers({ win: { text: 'Planning', readers: 'manager' } });
  const { user, client, sent } = open(someCheckIns({ current: aCheckIn({ draft }) }), () =>
    json(aCheckIn({ state: 'skipped', version: 1, skipReason: 'ill', draft })),
  );
  await user.click(await screen.findByRole('button', { name: 'Skip this check-in' }));
  const dialog = screen.getByRole('dialog', { name: 'Skip this check-in?' });
  expect(dialog).toHaveTextContent('Max sees that you skipped it, but not why. Your draft is kept.');
  await user.click(within(dialog).getByRole('radio', { name: 'I am ill' }));
  await user.click(within(dialog).getByRole('button', { name: 'Skip check-in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([expect.objectContaining({ action: 'skip', version: 0, skipReason: 'ill' })]);
  await waitFor(() => expect(selectToast(client.state())?.text).toBe('The check-in is skipped.'));
  expect(screen.getByText(/^Your reason: I am ill\./)).toHaveTextContent('Your draft is kept.');
  await user.click(screen.getByRole('button', { name: 'Check in anyway' }));
  expect(screen.getByRole('textbox', { name: 'What went well?' })).toHaveValue('Planning');
  expect(screen.queryByText(/^(You skipped this check-in|This check-in is now skipped)/)).toBeNull();
});

it('suggests a step only in a program in which topics are selected', async () => {
  const program: ProgramSummary = {
    programId: PROGRAM_ID,
    programName: 'Leading well',
    purpose: 'Lead the people around you.',
    enrolment: 'active',
    dueOn: null,
    invitation: null,
    progress: { done: 0, total: 2, percent: 0 },
    topics: [],
    nextStep: null,
  };
  const invitation: ProgramSummary = {
    ...program,
    programId: 'cccccccccccccccc',
    programName: 'Listening',
    enrolment: 'invited',
    progress: { done: 0, total: 0, percent: 0 },
  };
  open(someCheckIns(), stored, [program, invitation]);
  const card = await screen.findByRole('region', { name: 'Leading well' });
  expect(await within(card).findByText(/One small step is enough for this week/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Listening' })).toBeNull();
});

it('is optional, not late, after the due time of a person who joined after it opened', async () => {
  open(someCheckIns({ current: aCheckIn({ isOptional: true }), previous: null }), stored);
  expect(
    await screen.findByText(/^You joined after this check-in opened, so it is optional\./),
  ).toBeVisible();
  expect(screen.queryByText('Late')).toBeNull();
});
