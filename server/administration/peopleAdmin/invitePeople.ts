import {
  NAMES_MISSING,
  type NewPeople,
  type NewPeopleResult,
  newPersonSchema,
} from '#contract/administration/peopleAdmin.ts';
import type { NewEntry } from '#server/administration/audit/index.ts';
import { HttpError } from '#server/http/httpError.ts';
import type { ChangeContext } from './changePerson.ts';
import { invitePerson, requireUnusedAddress } from './invitePerson.ts';
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
      const address = newPersonSchema.shape.emailAddress.safeParse(row.emailAddress);
      if (address.success && (row.firstName.trim() === '' || row.lastName.trim() === '')) {
        // The name of a person who has an account is not needed.
        const refusal = await refusalOf(requireUnusedAddress(tx, address.data));
        results.push({ userId: null, error: refusal ?? NAMES_MISSING });
        continue;
      }
      const [issue] = person.error.issues;
      const field = fieldNames[String(issue?.path[0])] ?? 'The row';
      results.push({ userId: null, error: `${field} ${issue?.message ?? 'is not valid'}.` });
      continue;
    }
    let userId: number | null = null;
    const error = await refusalOf(
      invitePerson(recording, person.data).then((id) => {
        userId = id;
      }),
    );
    results.push({ userId, error });
  }
  await context.audit.record(tx, actor, ...entries);
  return results;
}

/** The message of the rule that refuses a row, before anything is written; null if none does. */
async function refusalOf(work: Promise<void>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.message;
  }
}
