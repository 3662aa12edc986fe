import type { BulkAction } from '#contract/administration/bulk.ts';
import { formatList } from '#src/ui/text/formatList.ts';
import { plural } from '#src/ui/text/plural.ts';

/** The texts of each action: its button, the dialog's question and button, and the result. */
export const bulkTexts: Record<
  BulkAction,
  {
    verb: string;
    title: (count: number) => string;
    button: (count: number) => string;
    /** `target`: see `BulkChange`. */
    done: (people: string, count: number, target?: string | null) => string;
  }
> = {
  'resend-invitation': {
    verb: 'Send invitation',
    title: (count) => plural(count, 'Send an invitation to # person', 'Send an invitation to # people'),
    button: (count) => plural(count, 'Send # invitation', 'Send # invitations'),
    done: (people, count) =>
      count === 1 ? `An invitation was sent to ${people}.` : `Invitations were sent to ${people}.`,
  },
  'change-department': {
    verb: 'Change department',
    title: (count) => plural(count, 'Change the department of # person', 'Change the department of # people'),
    button: (count) => plural(count, 'Change # person', 'Change # people'),
    done: (people, count, target) => {
      const be = count === 1 ? 'is' : 'are';
      if (target === null) return `${people} ${be} in no department now.`;
      return target
        ? `${people} ${be} in the department ${target} now.`
        : `${people} ${be} in another department.`;
    },
  },
  'change-manager': {
    verb: 'Change manager',
    title: (count) => plural(count, 'Change the manager of # person', 'Change the manager of # people'),
    button: (count) => plural(count, 'Change # person', 'Change # people'),
    done: (people, count, target) => {
      const have = count === 1 ? 'has' : 'have';
      if (target === null) return `${people} ${have} no manager now.`;
      return target
        ? `${people} ${count === 1 ? 'reports' : 'report'} to ${target} now.`
        : `${people} ${have} another manager.`;
    },
  },
  'make-admin': {
    verb: 'Make administrator',
    title: (count) => plural(count, 'Make # person an administrator', 'Make # people administrators'),
    button: (count) => plural(count, 'Make # administrator', 'Make # administrators'),
    done: (people, count) =>
      count === 1 ? `${people} is now an administrator.` : `${people} are now administrators.`,
  },
  'remove-admin': {
    verb: 'Remove administrator',
    title: (count) => plural(count, 'Remove # administrator', 'Remove # administrators'),
    button: (count) => plural(count, 'Remove # administrator', 'Remove # administrators'),
    done: (people, count) =>
      count === 1 ? `${people} is no longer an administrator.` : `${people} are no longer administrators.`,
  },
  deactivate: {
    verb: 'Deactivate',
    title: (count) => plural(count, 'Deactivate # person', 'Deactivate # people'),
    button: (count) => plural(count, 'Deactivate # person', 'Deactivate # people'),
    done: (people, count) => (count === 1 ? `${people} is deactivated.` : `${people} are deactivated.`),
  },
  reactivate: {
    verb: 'Reactivate',
    title: (count) => plural(count, 'Reactivate # person', 'Reactivate # people'),
    button: (count) => plural(count, 'Reactivate # person', 'Reactivate # people'),
    done: (people, count) => (count === 1 ? `${people} is reactivated.` : `${people} are reactivated.`),
  },
};

/** `Anna Berg and Max Lind`, `Anna Berg, Max Lind, Eva Sand, and 4 more people`; only a number if no name is known. */
export function peopleText(names: readonly string[], count: number): string {
  if (names.length === 0) return plural(count, '# person', '# people');
  const more = count - names.length;
  return formatList(more > 0 ? [...names, plural(more, '# more person', '# more people')] : names);
}
