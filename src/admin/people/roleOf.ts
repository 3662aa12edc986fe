import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { plural } from '#src/ui/text/plural.ts';

/** A person's roles as text: “Administrator, Manager of 7”. */
export function roleOf({ isAdmin, mayAuthor, directReports }: AdminPerson): string {
  const roles = [
    isAdmin && 'Administrator',
    directReports > 0 && plural(directReports, 'Manager of #', 'Manager of #'),
    mayAuthor && 'Content author',
  ].filter((role) => role !== false);
  return roles.length === 0 ? 'Learner' : roles.join(', ');
}
