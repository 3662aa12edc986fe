import {
  type NewPeople,
  type NewPeopleResult,
  newPersonSchema,
} from '#contract/administration/peopleAdmin.ts';
import type { NewEntry } from '#server/administration/audit/index.ts';
import { HttpError } from '#server/http/httpError.ts';
import type { ChangeContext } from './changePerson.ts';
import { invitePerson } from './invitePerson.ts';
import { lockAccessRules, requireDepartment, requireManager } from './rules.ts';

const fieldNames: Record<string, string> = {
  emailAddress: 'The email address',
  firstName: 'The first name',
  lastName: 'The last name',
};

/** Invites each person by the same rules as a single invitation. A refused row does not affect the other rows. */
export async function invitePeople(
  context: ChangeContext,
  { people, departmentId = null, managerId = null }: NewPeople,
): Promise<NewPeopleResult['results']> {
  const { tx, actor } = context;
  await lockAccessRules(tx);
  if (departmentId !== null) await requireDepartment(tx, departmentId);
  if (managerId !== null) await requireManager(tx, [], managerId, 'managerId');
  const entries: NewEntry[] = [];
  const recording: ChangeContext = {
    ...context,
    audit: { record: async (_tx, _actor, ...added) => void entries.push(...added) },
  };
  const results: NewPeopleResult['results'] = [];
  for (const row of people) {
    const person = newPersonSchema.safeParse({ ...row, departmentId, managerId });
    if (!person.success) {
      const [issue] = person.error.issues;
      const field = fieldNames[String(issue?.path[0])] ?? 'The row';
      results.push({ userId: null, error: `${field} ${issue?.message ?? 'is not valid'}.` });
      continue;
    }
    try {
      results.push({ userId: await invitePerson(recording, person.data), error: null });
    } catch (error) {
      // A rule refuses before anything is written.
      if (!(error instanceof HttpError)) throw error;
      results.push({ userId: null, error: error.message });
    }
  }
  await context.audit.record(tx, actor, ...entries);
  return results;
}
