import type { AuditLog } from '#contract/administration/audit.ts';
import type { Department } from '#contract/administration/departments.ts';
import type { AdminPeople, AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { sql } from '#server/db/drizzle.ts';
import { type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { startApi, type TestApi, until } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { onEachDatabase, openOnPostgres } from '#test/support/testPostgres.ts';

jest.setTimeout(60_000); // creating databases takes a long time

const newcomer = (org: TestOrganisation, mailbox = 'ngoc') => ({
  emailAddress: `${mailbox}@${org.domain}`,
  firstName: 'Ngọc',
  lastName: 'Trần',
});

onEachDatabase((openDatabase) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ openDatabase });
  });
  afterAll(() => api.close());

  async function asAdmin() {
    const org = await api.organisation();
    return { org, admin: await api.as(org, org.admin) };
  }
  const inOrganisation = <T>({ tenantId }: TestOrganisation, work: (tx: TenantTransaction) => Promise<T>) =>
    withTenant(api.pool, tenantId, work);
  type Admin = Awaited<ReturnType<typeof asAdmin>>['admin'];

  /** All pages of a query, one after another. */
  async function readAll(admin: Admin, query: string, onPage = async (_page: number) => {}) {
    const people: AdminPerson[] = [];
    let after = '';
    for (let page = 1; ; page++) {
      const { body } = await admin.get<AdminPeople>(`/api/admin/people?${query}${after}`);
      people.push(...body.data);
      if (body.next === null) return people;
      await onPage(page);
      after = `&after=${body.next}`;
    }
  }

  it('finds people by the start of any word of the name, without accents, and by email address', async () => {
    const { org, admin } = await asAdmin();
    await admin.post('/api/admin/people', newcomer(org));
    const found = async (search: string) =>
      (await admin.get<AdminPeople>(`/api/admin/people?search=${encodeURIComponent(search)}`)).body.data.map(
        ({ firstName }) => firstName,
      );
    expect(await found('tran')).toEqual(['Ngọc']);
    expect(await found('Ngọ tr')).toEqual(['Ngọc']);
    expect(await found('ngoc@')).toEqual(['Ngọc']);
    expect(await found("x' | 'y:*")).toEqual([]);
    expect(await found('\\')).toEqual([]);
    expect(await found('gọc')).toEqual([]);
  });

  it('exports everyone who matches, with the columns of an import and without formulas', async () => {
    const { org, admin } = await asAdmin();
    await admin.patch(`/api/admin/people/${org.learner.userId}`, { title: '=SUM(A1)' });
    const { body: file } = await admin.post<Buffer>('/api/admin/people/export?status=active&role=learner');
    const [head = '', ...lines] = file.toString('utf8').trim().split('\r\n');
    expect(head).toMatch(/Email address,First name,Last name,Job title,Department,Manager,/);
    const { body: table } = await admin.get<AdminPeople>('/api/admin/people?status=active&role=learner');
    expect(lines).toHaveLength(table.total);
    expect(lines.find((line) => line.startsWith(org.learner.email))).toContain(`Learner,Person,'=SUM(A1),`);
    const { body: log } = await admin.get<AuditLog>('/api/admin/audit?action=people.exported');
    expect(log.data).toMatchObject([{ changes: { people: { after: table.total } } }]);
  });

  describe('with several pages', () => {
    /**
     * 120 people: managers who share a name, people without manager, department or activity, and people who share their
     * name.
     */
    async function withManyPeople() {
      const { org, admin } = await asAdmin();
      const tenantId = org.tenantId;
      await inOrganisation(org, (tx) =>
        tx.execute(sql`with bosses as (
           insert into users (tenant_id, uuid, email, first_name, last_name)
           select ${tenantId}::int, concat('b', ${tenantId}::int, '-', n), concat('b', n, '@x.example'), 'Boss', (array['Same', 'Same', 'Other'])[n]
           from generate_series(1, 3) as n returning id),
         made as (
           insert into departments (tenant_id, name) select ${tenantId}::int, (array['Care', 'Sales 2'])[n] from generate_series(1, 2) as n
           returning id)
         insert into users (tenant_id, uuid, email, first_name, last_name, last_active_at, manager_id, department_id)
         select ${tenantId}::int, concat('p', ${tenantId}::int, '-', n), concat('p', n, '@x.example'), 'First' || n % 50, 'Last',
           case when n % 3 = 0 then now() - n % 40 * interval '1 minute' end,
           case when n % 4 > 0 then (select array_agg(id order by id) from bosses)[n % 4] end,
           case when n % 5 > 2 then (select array_agg(id order by id) from made)[n % 5 - 2] end
         from generate_series(1, 120) as n`),
      );
      return { org, admin };
    }

    const text = (value: string | null | undefined) => value ?? '\uffff';
    const nameOf = ({ lastName, firstName, userId }: AdminPerson) => [
      lastName,
      firstName,
      String(userId).padStart(10),
    ];
    const managerOf = ({ manager }: AdminPerson) => text(manager?.name.split(' ').reverse().join(' '));
    const keys: Record<string, (person: AdminPerson) => string[]> = {
      name: nameOf,
      department: (person) => [text(person.department?.name), ...nameOf(person)],
      manager: (person) => [managerOf(person), ...nameOf(person)],
    };

    it.each(['name', 'department', 'manager'])('sorts all people by %s in both directions', async (sort) => {
      const { admin } = await withManyPeople();
      const ascending = await readAll(admin, `sort=${sort}`);
      const keyOf = (person: AdminPerson) => keys[sort]?.(person).join('\0') ?? '';
      expect(ascending).toHaveLength(129);
      const sorted = ascending.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      expect(ascending.map(keyOf)).toEqual(sorted.map(keyOf));
      const descending = await readAll(admin, `sort=${sort}&order=desc`);
      expect(descending).toEqual(ascending.toReversed());
    });

    it('sorts the most recently active people first, and people who were never active last', async () => {
      const { admin } = await withManyPeople();
      const people = await readAll(admin, 'sort=activity');
      const keyOf = ({ lastActiveAt, userId }: AdminPerson) => {
        const age = lastActiveAt ? Date.now() - Date.parse(lastActiveAt) : 1e15;
        return `${String(Math.round(age)).padStart(16)} ${userId}`;
      };
      const sorted = people.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      expect(people.map(({ userId }) => userId)).toEqual(sorted.map(({ userId }) => userId));
      expect(await readAll(admin, 'sort=activity&order=asc')).toEqual(people.toReversed());
    });

    it.each(['name', 'activity', 'manager', 'department'])(
      'returns every person once sorted by %s, even if a person is added in between',
      async (sort) => {
        const { org, admin } = await withManyPeople();
        const people = await readAll(admin, `sort=${sort}`, async (page) => {
          if (page === 1) await admin.post('/api/admin/people', newcomer(org, 'aa'));
        });
        const ids = people.map(({ userId }) => userId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeGreaterThanOrEqual(129);
      },
    );
  });

  it('refuses a cursor from another sort order with 400', async () => {
    const { admin } = await asAdmin();
    const cursor = Buffer.from('["2020-01-01", 1]').toString('base64url');
    const { status, body } = await admin.get(`/api/admin/people?after=${cursor}`);
    expect([status, body.fields]).toEqual([400, { after: expect.any(String) }]);
  });

  it('filters by status, role and manager', async () => {
    const { org, admin } = await asAdmin();
    await admin.post('/api/admin/people', newcomer(org));
    const names = async (query: string) =>
      (await admin.get<AdminPeople>(`/api/admin/people?${query}`)).body.data.map((one) => one.firstName);
    expect(await names('status=invited')).toEqual(['Ngọc']);
    expect(await names('status=undelivered')).toEqual([]);
    // The mail itself is delivered, and would end after this update.
    await until(async () => {
      const { rows } = await inOrganisation(org, (tx) =>
        tx.execute(sql`select from account_links where purpose = 'invitation' and mail_ended_at is not null`),
      );
      return rows.length > 0;
    });
    await inOrganisation(org, (tx) =>
      tx.execute(
        sql`update account_links set mail_outcome = 'refused', mail_ended_at = now() where purpose = 'invitation'`,
      ),
    );
    const { body: undelivered } = await admin.get<AdminPeople>('/api/admin/people?status=undelivered');
    expect(undelivered.data).toMatchObject([{ firstName: 'Ngọc', invitation: { isUndelivered: true } }]);
    expect(await names('role=admin')).toEqual(['Admin']);
    expect(await names('role=manager')).toContain('Manager');
    expect(await names(`manager=${org.manager.userId}`)).toContain('Learner');
    expect(await names('department=2147483647')).toEqual([]);
  });

  it('keeps the stored department name when a person moves and when a department is renamed', async () => {
    const { org, admin } = await asAdmin();
    const { userId } = org.learner;
    const stored = async () => {
      const { rows } = await inOrganisation(org, (tx) =>
        tx.execute<{ name: string | null }>(
          sql`select department_name as name from users where id = ${userId}`,
        ),
      );
      return rows[0]?.name;
    };
    const { body: claims } = await admin.post<Department>('/api/admin/departments', { name: 'Claims' });
    await admin.patch(`/api/admin/people/${userId}`, { departmentId: claims.departmentId });
    expect(await stored()).toBe('Claims');
    await admin.patch(`/api/admin/departments/${claims.departmentId}`, { name: 'Customer claims' });
    expect(await stored()).toBe('Customer claims');
    await admin.patch(`/api/admin/people/${userId}`, { departmentId: null });
    expect(await stored()).toBeNull();
  });

  describe('the manager name that is stored for the sort order', () => {
    /** The stored name of each person, and the name of their manager. */
    const namesOf = async (org: TestOrganisation) => {
      const { rows } = await inOrganisation(org, (tx) =>
        tx.execute<{ id: number; stored: string | null; real: string | null }>(sql`
          select u.id, u.manager_name as stored, m.last_name || ' ' || m.first_name as real
          from users as u left join users as m on m.id = u.manager_id`),
      );
      return rows;
    };
    async function expectCurrentNames(org: TestOrganisation) {
      const names = await namesOf(org);
      expect(names.map(({ stored }) => stored)).toEqual(names.map(({ real }) => real));
    }
    const nameOfManagerOf = async (org: TestOrganisation, userId: number) =>
      (await namesOf(org)).find(({ id }) => id === userId)?.stored;

    it('follows a new manager, a renamed manager and the end of a reporting line', async () => {
      const { org, admin } = await asAdmin();
      const { userId } = org.learner;
      expect(await nameOfManagerOf(org, userId)).toBe('Person Manager');
      await admin.patch(`/api/admin/people/${userId}`, { managerId: org.coach.userId });
      expect(await nameOfManagerOf(org, userId)).toBe('Person Coach');
      const coach = await api.as(org, org.coach);
      const { status } = await coach.put('/api/profile', {
        firstName: 'Ada',
        lastName: 'Nguyễn',
        title: 'Coach',
        timeZone: 'UTC',
        version: 1,
      });
      expect([status, await nameOfManagerOf(org, userId)]).toEqual([200, 'Nguyễn Ada']);
      await expectCurrentNames(org);
      await admin.patch(`/api/admin/people/${userId}`, { managerId: null });
      expect(await nameOfManagerOf(org, userId)).toBeNull();
    });

    it('is set for people who are inserted before their manager', async () => {
      const { org } = await asAdmin();
      const { tenantId } = org;
      const first = 1_500_000_000 + tenantId * 10;
      await inOrganisation(org, (tx) =>
        tx.execute(sql`
          insert into users (id, tenant_id, uuid, email, first_name, last_name, manager_id)
          select ${first}::int + n, ${tenantId}::int, concat('c', ${tenantId}::int, '-', n), concat('c', n, '@x.example'),
            'First' || n, 'Chain', case when n < 3 then ${first}::int + n + 1 end from generate_series(1, 3) as n`),
      );
      expect(await nameOfManagerOf(org, first + 1)).toBe('Chain First2');
      await expectCurrentNames(org);
    });

    // The embedded database has a single connection.
    if (openDatabase === openOnPostgres)
      it.each(['rename', 'assignment'])(
        'is correct when a manager is renamed while being assigned to a person, with the %s first',
        async (first) => {
          const { org } = await asAdmin();
          const rename = `update users set last_name = 'Renamed' where id = ${org.coach.userId}`;
          const assign = `update users set manager_id = ${org.coach.userId} where id = ${org.learner.userId}`;
          const [one, other] = [await api.pool.connect(), await api.pool.connect()];
          for (const client of [one, other])
            await client.query(`begin; select set_config('app.tenant_id', '${org.tenantId}', true)`);
          await one.query(first === 'rename' ? rename : assign);
          const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
          const second = other.query(first === 'rename' ? assign : rename);
          await until(async () => {
            const waiting = await api.pool.query(
              `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
              [rows[0]?.pid],
            );
            return waiting.rowCount === 1;
          });
          await one.query('commit');
          await second;
          await other.query('commit');
          one.release();
          other.release();
          expect(await nameOfManagerOf(org, org.learner.userId)).toBe('Renamed Coach');
        },
      );
  });
});
