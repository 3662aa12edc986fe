import type { InvitablePeople } from '#contract/notifications/invitations.ts';
import type { TeamPage } from '#contract/team.ts';
import { startApi, type TestApi } from '#test/support/api.ts';
import { notificationsFor } from './programsApi.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const rename = async (userId: number, firstName: string, lastName: string, more = 'title = title') =>
  api.pool.query(`update users set first_name = $1, last_name = $2, ${more} where id = $3`, [
    firstName,
    lastName,
    userId,
  ]);

async function setUp() {
  const org = await api.organisation();
  const url = `/api/programs/${org.programId}/invitable`;
  const find = async (who: 'manager' | 'admin' | 'learner', search = '') => {
    const { status, body } = await (await api.as(org, org[who])).get<InvitablePeople>(
      `${url}?search=${encodeURIComponent(search)}`,
    );
    return { status, body, ids: status === 200 ? body.data.map(({ userId }) => userId) : [] };
  };
  return { org, url, find };
}

describe('an invitation', () => {
  it('notifies each invited person once, and again when they are invited to a new cycle', async () => {
    const { org } = await setUp();
    const manager = await api.as(org, org.manager);
    const inviteBoth = () =>
      manager.post(`/api/programs/${org.programId}/invitations`, {
        userIds: [org.learner.userId, org.colleague.userId],
        coachId: null,
        dueOn: null,
      });
    const notification = {
      notificationType: 'INVITED_TO_PROGRAM',
      payload: {
        userId: org.manager.userId,
        programId: org.programId,
        programName: expect.stringMatching(/./),
      },
    };
    await inviteBoth();
    await inviteBoth();
    expect(await notificationsFor(api, org, org.colleague)).toEqual([notification]);
    // The learner already takes part.
    expect(await notificationsFor(api, org, org.learner)).toEqual([]);
    await api.pool.query("update enrolments set state = 'declined' where user_id = $1", [
      org.colleague.userId,
    ]);
    await inviteBoth();
    expect(await notificationsFor(api, org, org.colleague)).toEqual([notification, notification]);
  });
});

describe('an invitation without a coach and a due date', () => {
  it('takes both from the program', async () => {
    const { org } = await setUp();
    await api.pool.query(
      "update programs set coach_ids = $1, due_on = '2030-05-17', due_days = null where id = $2",
      [[org.coach.userId], org.programId],
    );
    const manager = await api.as(org, org.manager);
    const invited = async (userId: number, dueOn: string | null) => {
      await manager.post(`/api/programs/${org.programId}/invitations`, {
        userIds: [userId],
        coachId: null,
        dueOn,
      });
      const { rows } = await api.pool.query(
        'select coach_id, due_on::text from enrolments where user_id = $1 and program_id = $2',
        [userId, org.programId],
      );
      return rows;
    };
    const coach_id = org.coach.userId;
    expect(await invited(org.colleague.userId, null)).toEqual([{ coach_id, due_on: '2030-05-17' }]);
    expect(await invited(org.newcomer.userId, '2030-06-01')).toEqual([{ coach_id, due_on: '2030-06-01' }]);
  });
});

describe('invitable people', () => {
  it('are found by the start of first name, last name, full name or email, ignoring case and accents', async () => {
    const { org, find } = await setUp();
    const { userId, email } = org.colleague;
    await rename(userId, 'Zoë', 'Ångström Öz');
    for (const search of ['zo', 'ZOË', 'zoe', 'angs', 'zoe  ang', 'oz zo', 'ÅNG', email.slice(0, 5)])
      expect({ search, ids: (await find('manager', search)).ids }).toEqual({ search, ids: [userId] });
    for (const search of ['oe', 'strom', 'zoe x', '%', '_o', 'z\\'])
      expect({ search, ids: (await find('manager', search)).ids }).toEqual({ search, ids: [] });
    // The team list uses the same search.
    const manager = await api.as(org, org.manager);
    const { body: team } = await manager.get<TeamPage>('/api/team?search=zoe');
    expect(team.data.map((member) => member.userId)).toEqual([userId]);
  });

  it('are a manager’s reports, and for an administrator everyone else', async () => {
    const { org, find } = await setUp();
    const reports = [org.learner, org.colleague, org.newcomer].map(({ userId }) => userId);
    expect((await find('manager')).ids).toEqual(expect.arrayContaining(reports));
    // The learner already takes part.
    expect((await find('manager')).body).toMatchObject({ total: 3, available: 2 });
    const { ids, body } = await find('admin');
    expect(ids).toContain(org.coach.userId);
    expect(ids).not.toContain(org.admin.userId);
    expect(body.total).toBe(ids.length);
    expect((await find('learner')).status).toBe(404);
    const elsewhere = await api.organisation();
    const foreign = await api.as(elsewhere, elsewhere.admin);
    expect((await foreign.get(`/api/programs/${org.programId}/invitable`)).status).toBe(404);
  });

  it('are marked if they take part or are invited, and exclude deactivated people', async () => {
    const { org, find } = await setUp();
    const participation = async () =>
      Object.fromEntries((await find('manager')).body.data.map(({ userId, standing }) => [userId, standing]));
    const manager = await api.as(org, org.manager);
    const [learner, colleague] = [org.learner.userId, org.colleague.userId];
    expect(await participation()).toMatchObject({ [learner]: 'takes_part', [colleague]: null });
    await manager.post(`/api/programs/${org.programId}/invitations`, {
      userIds: [colleague],
      coachId: null,
      dueOn: null,
    });
    expect(await participation()).toMatchObject({ [learner]: 'takes_part', [colleague]: 'invited' });
    await api.pool.query("update enrolments set state = 'declined' where user_id = $1", [
      org.colleague.userId,
    ]);
    expect((await participation())[org.colleague.userId]).toBeNull();
    await rename(colleague, 'Gone', 'Person', "status = 'deactivated'");
    expect(await participation()).not.toHaveProperty(String(colleague));
  });

  it('are limited to 50 per response, with the total number', async () => {
    const { org, find } = await setUp();
    await api.pool.query(
      `insert into users (tenant_id, uuid, email, first_name, last_name, manager_id)
        select $1::int, 'many-' || $1::int || '-' || i, 'many' || i || '@many.example', 'Many', 'No' || i, $2
        from generate_series(1, 2000) as i`,
      [org.tenantId, org.manager.userId],
    );
    const { body } = await find('manager', 'many');
    expect([body.data.length, body.total]).toEqual([50, 2_000]);
    expect((await find('manager', 'no1999')).body.total).toBe(1);
  });
});
