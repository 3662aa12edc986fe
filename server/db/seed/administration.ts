import type { Pool } from 'pg';
import { createAccountLinks } from '#server/access/accountLinks/index.ts';
import { createAudit, type NewEntry } from '#server/administration/audit/index.ts';
import { changeDepartment, createDepartment } from '#server/administration/departments/index.ts';
import {
  changePerson,
  invitePerson,
  resendInvitation,
  revokeInvitation,
} from '#server/administration/peopleAdmin/index.ts';
import { eq, inArray, sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { users } from '#server/db/schema/people.ts';
import { accountLinks as links } from '#server/db/schema/sessions.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { OrganisationRows } from './organisationRows.ts';

/** The time zone of the administrators. */
const OFFICE = '203.0.113.24';
const DAY_MS = 24 * 60 * 60_000;

/** The subdepartments of the demo: name, parent department, and members by mailbox with the head first. */
const subdepartments: [name: string, parent: string, members: string[]][] = [
  ['Depots', 'Operations', ['siobhan.orourke', 'bruno.cavalcanti', 'aino.makela']],
  ['Depot Beirut', 'Depots', ['leila.haddad']],
  ['Network planning', 'Operations', ['kofi.mensah', 'tomasz.wisniewski']],
  ['Customs', 'Network planning', ['max.echeverria']],
  [
    'Service desk',
    'Customer care',
    ['learner', 'new', 'callum.fraser', 'fatima.elidrissi', 'mohammed.alotaibi'],
  ],
  ['Claims', 'Customer care', ['ines.duarte']],
  ['Platform', 'Engineering', ['emeka.obi', 'lucia.ferreyra']],
  ['Products', 'Engineering', ['kenta.sato', 'maria.kovalenko', 'arjun.bhattacharya', 'saoirse.byrne']],
  ['Coaching', 'People', ['tobias.hellstrom', 'naledi.khumalo']],
];
const heads: [department: string, mailbox: string][] = [
  ['Customer care', 'manager'],
  ['People', 'admin'],
  ['Operations', 'henrik.sorensen'],
  ['Engineering', 'meilin.chua'],
  ['Sales', 'charlotte.dubois'],
  ['Finance', 'rajesh.iyer'],
];

/**
 * Past actions of the administrators of an organisation: the department tree, invitations in each state, a colleague
 * who has left, and the audit log of these actions. The product's own functions create them with a clock in the past.
 */
export async function seedAdministration(
  pool: Pool,
  tx: TenantTransaction,
  { rows, key, now }: { rows: OrganisationRows; key: Buffer; now: Date },
): Promise<void> {
  let clock = rows.tenant.createdAt ?? now;
  /** Sets the clock to a time of day a few days ago. The following entries are a few seconds apart. */
  const goTo = (daysAgo: number, time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    clock = new Date(now.getTime() - daysAgo * DAY_MS);
    clock.setUTCHours(hours, minutes, 0, 0);
  };
  const tick = () => {
    clock = new Date(clock.getTime() + 7_000);
    return clock;
  };
  const audit = createAudit({ key, now: tick });
  const accountLinks = createAccountLinks({ pool, key, now: () => clock, wake: () => {} });
  const [domain = ''] = rows.domains.map((one) => one.domain);
  const idOf = (mailbox: string) => rows.users.find(({ email }) => email === `${mailbox}@${domain}`)?.id ?? 0;
  const actor = { userId: idOf('admin'), requestId: newId(), address: OFFICE };
  const context = () => ({
    tx,
    audit,
    accountLinks,
    jobs: null,
    actor: { ...actor, requestId: newId() },
    now: clock,
  });
  const record = (entries: NewEntry[]) => audit.record(tx, actor, ...entries);

  goTo(240, '08:02');
  await record([
    { action: 'organisation.created', subject: { type: 'organisation', id: tx.tenantId } },
    ...rows.departments.map(
      ({ id = 0, name }): NewEntry => ({
        action: 'department.created',
        subject: { type: 'department', id },
        changes: { name: { before: null, after: name } },
      }),
    ),
  ]);
  /** People who joined in these days, each invited the day before. */
  const recordInvitations = async (fromDaysAgo: number, toDaysAgo: number) => {
    const dayOf = (date: Date) => Math.floor(date.getTime() / DAY_MS);
    const daysAgo = ({ joinedAt }: (typeof rows.users)[number]) => dayOf(now) - dayOf(joinedAt ?? now);
    const invited = rows.users.filter(
      (user) => user.id !== actor.userId && daysAgo(user) <= fromDaysAgo && daysAgo(user) > toDaysAgo,
    );
    for (const [day, people] of Map.groupBy(
      invited.toSorted((a, b) => daysAgo(b) - daysAgo(a)),
      daysAgo,
    )) {
      goTo(day + 1, '09:40');
      await record(
        people.map(
          ({ id, departmentId, managerId }): NewEntry => ({
            action: 'person.invited',
            subject: { type: 'person', id },
            changes: {
              ...(departmentId != null && { departmentId: { before: null, after: departmentId } }),
              ...(managerId != null && { managerId: { before: null, after: managerId } }),
            },
          }),
        ),
      );
    }
  };
  await recordInvitations(239, domain === 'demo.example' ? 120 : -1);
  if (domain !== 'demo.example') return;

  goTo(120, '13:10');
  const departmentIds = new Map(rows.departments.map(({ id = 0, name }) => [name, id]));
  for (const [name, mailbox] of heads)
    await changeDepartment(context(), departmentIds.get(name) ?? 0, { headId: idOf(mailbox) });
  for (const [name, parent, [head = '']] of subdepartments) {
    const parentId = departmentIds.get(parent) ?? null;
    // Every subdepartment but 2 gets a head, so that the screen also shows departments without one.
    const headId = name === 'Products' || name === 'Claims' ? null : idOf(head);
    departmentIds.set(name, await createDepartment(context(), { name, parentId, headId }));
  }
  goTo(119, '08:45');
  await record(
    subdepartments.flatMap(([name, parent, members]) =>
      members.map(
        (mailbox): NewEntry => ({
          action: 'person.changed',
          subject: { type: 'person', id: idOf(mailbox) },
          changes: {
            departmentId: {
              before: topOf(parent, departmentIds),
              after: departmentIds.get(name),
            },
          },
          reason: 'New department structure',
        }),
      ),
    ),
  );
  for (const [name, , members] of subdepartments)
    await tx
      .update(users)
      .set({ departmentId: departmentIds.get(name) ?? null })
      .where(inArray(users.id, members.map(idOf)));

  const invite = (
    firstName: string,
    lastName: string,
    title: string,
    departmentName: string,
    managerBox: string,
  ) =>
    invitePerson(context(), {
      emailAddress: `${firstName}.${lastName}@${domain}`.toLowerCase(),
      firstName,
      lastName,
      title,
      departmentId: departmentIds.get(departmentName) ?? null,
      managerId: idOf(managerBox),
    });
  const invited: number[] = [];
  goTo(12, '10:20');
  invited.push(await invite('Daniel', 'Okafor', 'Dispatcher', 'Depots', 'siobhan.orourke'));
  goTo(9, '14:05');
  const withdrawn = await invite('Sana', 'Qureshi', 'Bid writer', 'Sales', 'charlotte.dubois');
  goTo(8, '07:50');
  await revokeInvitation(context(), withdrawn);

  goTo(6, '16:40');
  const leaver = await insertLeaver(tx, rows, departmentIds.get('Sales') ?? null, idOf('charlotte.dubois'));
  await changePerson(context(), leaver, {
    status: 'deactivated',
    reason: 'Left the company at the end of the month',
  });
  goTo(6, '16:44');
  await changePerson(context(), idOf('oliver.brandt'), {
    managerId: idOf('hana.kobayashi'),
    reason: 'Takes over the accounts of a colleague who left',
  });

  goTo(5, '09:15');
  invited.push(await invite('Camille', 'Laurent', 'Account manager', 'Sales', 'charlotte.dubois'));
  const resets = { type: 'person' as const, id: idOf('wen.jiayi') };
  await record([{ action: 'person.password-reset-sent', subject: resets }]);
  goTo(5, '09:31');
  await audit.record(
    tx,
    { userId: resets.id, requestId: newId(), address: '198.51.100.7' },
    { action: 'person.password-changed', subject: resets },
  );
  await recordInvitations(120, -1);
  goTo(4, '08:12');
  const newcomer = { type: 'person' as const, id: idOf('new') };
  await audit.record(
    tx,
    { userId: newcomer.id, requestId: newId(), address: '198.51.100.61' },
    {
      action: 'person.activated',
      subject: newcomer,
      changes: { status: { before: 'invited', after: 'active' } },
    },
  );
  goTo(3, '11:00');
  invited.push(await invite('Lerato', 'Mokoena', 'Service agent', 'Service desk', 'manager'));
  goTo(1, '15:25');
  invited.push(await invite('Rasmus', 'Holm', 'Route planner', 'Network planning', 'kofi.mensah'));
  await resendInvitation(context(), invited.at(-2) ?? 0);
  // Nothing is mailed at the first start, because these mails were sent in the past.
  await tx
    .update(links)
    .set({ mailEndedAt: sql`${links.createdAt}`, mailOutcome: 'sent' })
    .where(eq(links.purpose, 'invitation'));
}

/** The previous department of the people in a subdepartment. */
const topOf = (parent: string, departmentIds: Map<string, number>): number | undefined => {
  const above = subdepartments.find(([name]) => name === parent);
  return above ? topOf(above[1], departmentIds) : departmentIds.get(parent);
};

async function insertLeaver(
  tx: TenantTransaction,
  { tenant, users: [colleague] }: OrganisationRows,
  departmentId: number | null,
  managerId: number,
): Promise<number> {
  const joinedAt = colleague?.joinedAt ?? new Date(0);
  const [leaver] = await tx
    .insert(users)
    .values({
      tenantId: tenant.id,
      uuid: newId(),
      email: 'viktor.lindqvist@demo.example',
      firstName: 'Viktor',
      lastName: 'Lindqvist',
      title: 'Account manager',
      timeZone: 'Europe/Stockholm',
      departmentId,
      managerId,
      joinedAt,
      activatedAt: joinedAt,
      lastProfileUpdate: joinedAt,
      lastActiveAt: new Date(joinedAt.getTime() + 150 * DAY_MS),
      passwordHash: colleague?.passwordHash ?? null,
    })
    .returning({ id: users.id });
  if (!leaver) throw new Error('The colleague was not created');
  return leaver.id;
}
