import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { LearnerCoaching } from '#contract/learning/coaching.ts';
import PlanPage from '#src/coaching/planning/PlanPage.tsx';
import SessionPage from '#src/coaching/session/SessionPage.tsx';
import { locationChanged } from '#store/navigation/navigationSlice.ts';
import { aSession, lena, SESSION_ID, someTimes, tomas } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { type Answer, json, problem } from '#test/support/fakeApi.ts';

const user = aUser({ userId: lena.userId, timeZone: 'Europe/Berlin', locale: 'en-US' });
const screens = (
  <Routes>
    <Route path="/program/:programId/coaching/:sessionId" element={<SessionPage />} />
    <Route path="/program/:programId/plan-session" element={<PlanPage />} />
  </Routes>
);
const open = (path: string, answers: Record<string, Answer>) =>
  show(screens, { client: { user, answers, at: path } });

describe('planning', () => {
  const url = `/api/programs/${PROGRAM_ID}/learners/${lena.userId}/coaching`;
  const planWith: LearnerCoaching = {
    programName: 'Clear communication',
    relation: null,
    sessions: [],
    planWith: [tomas],
  };
  const path = `/program/${PROGRAM_ID}/plan-session`;

  it('sends the selected times, in the zones of both people', async () => {
    const sent: unknown[] = [];
    const { client, user: actor } = open(path, {
      [`GET ${url}`]: () => json(planWith),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10', '2027-03-11', '2027-03-16'])),
      [`POST ${url}`]: async (request) => {
        sent.push(await request.clone().json());
        return json(aSession());
      },
      [`GET /api/coaching/${SESSION_ID}`]: () => json(aSession()),
    });
    expect(
      await screen.findByRole('heading', { name: '3 times when you are both free' }),
    ).toBeInTheDocument();
    expect(
      screen.getByRole('img', {
        name: 'Proposed on Wednesday, Mar 10: 3:00 – 3:45 PM in Berlin, 9:00 – 9:45 AM in New York.',
      }),
    ).toBeInTheDocument();
    await actor.click(screen.getAllByRole('checkbox')[1]!);
    await actor.click(screen.getByRole('radio', { name: 'In person' }));
    await actor.click(screen.getByRole('radio', { name: 'Every 2 weeks' }));
    await actor.click(screen.getByRole('button', { name: 'Send 2 times to Tomás' }));
    await waitFor(() => expect(client.state().navigation.location.pathname).toContain('/coaching/'));
    expect(sent).toEqual([
      {
        with: tomas.userId,
        kind: 'in_person',
        minutes: 45,
        repeat: { everyWeeks: 2, count: 4 },
        times: ['2027-03-10T14:00:00.000Z', '2027-03-16T14:00:00.000Z'],
        key: expect.stringMatching(/^[a-z0-9]{16}$/),
      },
    ]);
  });

  it('sends the times again with the same key after an error, and other times with another key', async () => {
    const keys: unknown[] = [];
    const { user: actor } = open(path, {
      [`GET ${url}`]: () => json(planWith),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10', '2027-03-11'])),
      [`POST ${url}`]: async (request) => {
        keys.push(((await request.clone().json()) as { key: string }).key);
        return problem(503, 'unavailable');
      },
    });
    const send = async (name: string) => {
      await actor.click(await screen.findByRole('button', { name }));
      await screen.findByText('The times were not sent');
    };
    await send('Send 2 times to Tomás');
    await send('Send 2 times to Tomás');
    await actor.click(screen.getAllByRole('checkbox')[0]!);
    await send('Send 1 time to Tomás');
    expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('sends the same times with the same key after another length was chosen in between', async () => {
    const keys: unknown[] = [];
    const { user: actor } = open(path, {
      [`GET ${url}`]: () => json(planWith),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10'])),
      [`POST ${url}`]: async (request) => {
        keys.push(((await request.clone().json()) as { key: string }).key);
        return problem(503, 'unavailable');
      },
    });
    for (const length of ['45 min', '60 min', '45 min']) {
      await actor.click(await screen.findByRole('radio', { name: length }));
      await actor.click(await screen.findByRole('button', { name: 'Send 1 time to Tomás' }));
      await screen.findByText('The times were not sent');
    }
    expect(keys[2]).toBe(keys[0]);
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('does not change the length, place, repeat and person while the times are sent', async () => {
    const answer = Promise.withResolvers<Response>();
    const { client, user: actor } = open(path, {
      [`GET ${url}`]: () => json({ ...planWith, planWith: [tomas, { ...tomas, userId: 10 }] }),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10'])),
      [`POST ${url}`]: () => answer.promise,
    });
    await actor.click(await screen.findByRole('button', { name: 'Send 1 time to Tomás' }));
    for (const control of [...screen.getAllByRole('radio'), screen.getByLabelText('With')])
      expect(control).toBeDisabled();
    await actor.click(screen.getByRole('radio', { name: '60 min' }));
    await actor.click(screen.getByRole('button', { name: 'Send 1 time to Tomás' }));
    expect(client.api.asked(`POST ${url}`)).toBe(1);
    answer.resolve(problem(503, 'unavailable'));
    await screen.findByText('The times were not sent');
    expect(screen.getByRole('radio', { name: '60 min' })).toBeEnabled();
  });

  it('starts with the default choices for another learner', async () => {
    const coached = `/api/programs/${PROGRAM_ID}/learners/${tomas.userId}/coaching`;
    const { client, user: actor } = open(`${path}?learner=${tomas.userId}`, {
      [`GET ${url}`]: () => json(planWith),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10'])),
      [`GET ${coached}`]: () => json({ ...planWith, planWith: [lena] }),
      [`GET ${coached}/times`]: () => json(someTimes(['2027-03-10'])),
    });
    await actor.click(await screen.findByRole('radio', { name: '60 min' }));
    await actor.click(screen.getByRole('radio', { name: 'Weekly' }));
    await actor.click(await screen.findByRole('button', { name: 'Choose another time' }));
    await actor.type(screen.getByLabelText('Day'), '2027-04-01');
    await actor.type(screen.getByLabelText('Time'), '09:00');
    await actor.click(screen.getByRole('button', { name: 'Add time' }));
    expect(await screen.findByText(/^Added by you/)).toBeVisible();
    const location = { pathname: path, search: `?with=${tomas.userId}`, hash: '', key: 'k', state: null };
    act(() => void client.store.dispatch(locationChanged({ location, kind: 'PUSH' })));
    expect(await screen.findByText(/^With Tomás Herrera\./)).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Send 1 time to Tomás' })).toBeVisible();
    expect(screen.queryByText(/^Added by you/)).toBeNull();
    expect(screen.getByRole('radio', { name: '45 min' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Once' })).toBeChecked();
  });

  it('leads a learner back to the program, and a coach back to the learner', async () => {
    const coached = `/api/programs/${PROGRAM_ID}/learners/${tomas.userId}/coaching`;
    const { client } = open(path, {
      [`GET ${url}`]: () => json(planWith),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10'])),
      [`GET ${coached}`]: () => json(planWith),
      [`GET ${coached}/times`]: () => json(someTimes(['2027-03-10'])),
    });
    expect(await screen.findByRole('link', { name: 'Clear communication' })).toHaveAttribute(
      'href',
      `/program/${PROGRAM_ID}`,
    );
    const location = { pathname: path, search: `?learner=${tomas.userId}`, hash: '', key: 'k', state: null };
    act(() => void client.store.dispatch(locationChanged({ location, kind: 'PUSH' })));
    const sessions = `/program/${PROGRAM_ID}/sessions/${tomas.userId}?show=sessions`;
    expect(await screen.findByRole('link', { name: 'Tomás Herrera' })).toHaveAttribute('href', sessions);
    expect(await screen.findByRole('link', { name: 'Cancel' })).toHaveAttribute('href', sessions);
  });

  it('leads from other times for a session back to it, by the name of the other person', async () => {
    open(`${path}?session=${SESSION_ID}`, {
      [`GET /api/coaching/${SESSION_ID}`]: () => json(aSession()),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10'])),
    });
    const breadcrumb = await screen.findByRole('navigation', { name: 'Breadcrumb' });
    expect(breadcrumb).toHaveTextContent('Session with Tomás Herrera/Reschedule session');
    expect(within(breadcrumb).getByRole('link')).toHaveAttribute(
      'href',
      `/program/${PROGRAM_ID}/coaching/${SESSION_ID}?type=remote`,
    );
  });

  it('offers four weeks and a custom time if there is no common time', async () => {
    const { user: actor } = open(path, {
      [`GET ${url}`]: () => json(planWith),
      [`GET ${url}/times`]: () => json(someTimes([])),
    });
    expect(await screen.findByRole('heading', { name: /^No common time until Mar 26/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send 0 times to Tomás' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await actor.click(screen.getByRole('button', { name: 'Choose another time' }));
    await actor.type(screen.getByLabelText('Day'), '2027-04-01');
    await actor.click(screen.getByRole('button', { name: 'Add time' }));
    expect(screen.getByLabelText('Time')).toHaveFocus();
    expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(/Enter a time\.$/);
    expect(screen.getByLabelText('Day')).toBeValid();
    await actor.type(screen.getByLabelText('Time'), '09:00');
    await actor.click(screen.getByRole('button', { name: 'Add time' }));
    expect(screen.getByRole('checkbox', { name: /9:00 – 9:45 AM.*3:00 – 3:45 AM/ })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Send 1 time to Tomás' })).not.toHaveAttribute('aria-disabled');
    await actor.click(screen.getByRole('button', { name: 'Show 4 weeks' }));
    expect(screen.queryByRole('button', { name: 'Show 4 weeks' })).toBeNull();
  });

  it('does not offer the times of another length while those of the new one load', async () => {
    let release = () => {};
    const { user: actor } = open(path, {
      [`GET ${url}`]: () => json(planWith),
      [`GET ${url}/times`]: async ({ url: address }) => {
        if (!address.includes('minutes=30')) return json(someTimes(['2027-03-10', '2027-03-11']));
        await new Promise<void>((done) => (release = done));
        return json(someTimes(['2027-03-10']));
      },
    });
    expect(await screen.findByRole('button', { name: 'Send 2 times to Tomás' })).toBeVisible();
    await actor.click(screen.getByRole('radio', { name: '30 min' }));
    expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
    release();
    expect(await screen.findByRole('button', { name: 'Send 1 time to Tomás' })).toBeVisible();
  });

  it('keeps the other time that is being entered when the person changes', async () => {
    const other = { ...tomas, userId: 10, firstName: 'Ben', lastName: 'Ito' };
    const { client, user: actor } = open(path, {
      [`GET ${url}`]: () => json({ ...planWith, planWith: [tomas, other] }),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10'])),
    });
    await actor.click(await screen.findByRole('button', { name: 'Choose another time' }));
    await actor.type(screen.getByLabelText('Day'), '2027-04-01');
    await actor.type(screen.getByLabelText('Time'), '09:00');
    await actor.selectOptions(screen.getByLabelText('With'), 'Ben Ito');
    await waitFor(() => expect(client.api.asked(`GET ${url}/times`)).toBe(2));
    expect(await screen.findByLabelText('Day')).toHaveValue('2027-04-01');
    expect(screen.getByLabelText('Time')).toHaveValue('09:00');
  });

  it('keeps a time that the user added when the length changes', async () => {
    const { user: actor } = open(path, {
      [`GET ${url}`]: () => json(planWith),
      [`GET ${url}/times`]: () => json(someTimes(['2027-03-10'])),
    });
    await actor.click(await screen.findByRole('button', { name: 'Choose another time' }));
    await actor.type(screen.getByLabelText('Day'), '2027-04-01');
    await actor.type(screen.getByLabelText('Time'), '09:00');
    await actor.click(screen.getByRole('button', { name: 'Add time' }));
    await actor.click(screen.getByRole('radio', { name: '30 min' }));
    expect(await screen.findByRole('checkbox', { name: /Apr 1.*9:00 – 9:30 AM/ })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Send 2 times to Tomás' })).toBeInTheDocument();
  });

  it('leads a coach back to the learner when no session can be planned', async () => {
    const coached = `/api/programs/${PROGRAM_ID}/learners/${tomas.userId}/coaching`;
    open(`${path}?learner=${tomas.userId}`, {
      [`GET ${coached}`]: () => json({ ...planWith, planWith: [], cannotPlan: 'completed' }),
    });
    expect(await screen.findByRole('link', { name: 'Go to the sessions' })).toHaveAttribute(
      'href',
      `/program/${PROGRAM_ID}/sessions/${tomas.userId}?show=sessions`,
    );
  });

  it('says why no session can be planned', async () => {
    const completed: LearnerCoaching = {
      programName: 'Clear communication',
      relation: null,
      sessions: [],
      planWith: [],
      cannotPlan: 'completed',
    };
    open(path, { [`GET ${url}`]: () => json(completed) });
    expect(await screen.findByText('No session can be planned here now')).toBeInTheDocument();
    expect(screen.getByText(/^The program is completed/)).toBeInTheDocument();
  });
});
