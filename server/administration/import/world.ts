import type { Pool } from 'pg';
import { pathTo } from '#contract/administration/departmentTree.ts';
import { findEmergencyAdmin } from '#server/administration/peopleAdmin/index.ts';
import { asc, gt } from '#server/db/drizzle.ts';
import { departments, users } from '#server/db/schema/people.ts';
import { tenantDomains } from '#server/db/schema/tenants.ts';
import { readTenant } from '#server/db/withTenant.ts';

/**
 * Number of people read at a time, so that other requests get the only connection of the embedded database in between.
 */
const PAGE = 1_000;

export interface KnownPerson {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  title: string | null;
  timeZone: string;
  departmentId: number | null;
  managerId: number | null;
  status: 'invited' | 'active' | 'deactivated';
  isAdmin: boolean;
}
export interface KnownDepartment {
  id: number;
  /** Names of the departments, from the top. */
  path: string[];
}

/** The existing data with which an import is compared. */
export interface World {
  /** People by email address. */
  people: ReadonlyMap<string, KnownPerson>;
  /** Email addresses by user id. */
  emails: ReadonlyMap<number, string>;
  departments: readonly KnownDepartment[];
  /** The path of a department as text. */
  pathOf: (departmentId: number | null) => string;
  domains: ReadonlySet<string>;
  activeAdmins: number;
  /** The emergency administrator of enforced single sign-on. */
  emergencyAdminId: number | null;
}

export async function readWorld(pool: Pool, tenantId: number): Promise<World> {
  const { tree, domains, emergencyAdminId } = await readTenant(pool, tenantId, async (tx) => ({
    tree: await tx
      .select({ departmentId: departments.id, name: departments.name, parentId: departments.parentId })
      .from(departments),
    domains: await tx.select({ domain: tenantDomains.domain }).from(tenantDomains),
    emergencyAdminId: await findEmergencyAdmin(tx),
  }));
  const people = new Map<string, KnownPerson>();
  for (let [after, isLast] = [0, false]; !isLast; ) {
    const page = await readTenant(pool, tenantId, (tx) =>
      tx
        .select({
          id: users.id,
          email: users.email,
          firstName: users.firstName,
          lastName: users.lastName,
          title: users.title,
          timeZone: users.timeZone,
          departmentId: users.departmentId,
          managerId: users.managerId,
          status: users.status,
          isAdmin: users.isAdmin,
        })
        .from(users)
        .where(gt(users.id, after))
        .orderBy(asc(users.id))
        .limit(PAGE),
    );
    for (const person of page) people.set(person.email, person);
    after = page.at(-1)?.id ?? after;
    isLast = page.length < PAGE;
  }
  const known = tree.map(({ departmentId }) => ({
    id: departmentId,
    path: pathTo(tree, departmentId).map(({ name }) => name),
  }));
  const paths = new Map(known.map(({ id, path }) => [id, path.join(' / ')]));
  return {
    people,
    emails: new Map([...people.values()].map(({ id, email }) => [id, email])),
    departments: known,
    pathOf: (departmentId) => (departmentId === null ? '' : (paths.get(departmentId) ?? '')),
    domains: new Set(domains.map(({ domain }) => domain)),
    activeAdmins: [...people.values()].filter(({ isAdmin, status }) => isAdmin && status === 'active').length,
    emergencyAdminId,
  };
}
