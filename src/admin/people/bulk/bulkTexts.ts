import type { BulkAction } from '#contract/administration/bulk.ts';
import { plural } from '#src/ui/text/plural.ts';

/** The texts of each action: its button, the dialog's question and button, and the result. */
export const bulkTexts: Record<
  BulkAction,
  {
    verb: string;
    title: (count: number) => string;
    button: (count: number) => string;
    done: (count: number) => string;
  }
> = {
  'resend-invitation': {
    verb: 'Send invitation',
    title: (count) => plural(count, 'Send an invitation to # person', 'Send an invitation to # people'),
    button: (count) => plural(count, 'Send # invitation', 'Send # invitations'),
    done: (count) => plural(count, '# invitation is sent.', '# invitations are sent.'),
  },
  'change-department': {
    verb: 'Change department',
    title: (count) => plural(count, 'Change the department of # person', 'Change the department of # people'),
    button: (count) => plural(count, 'Change # person', 'Change # people'),
    done: (count) =>
      plural(count, '# person is in another department.', '# people are in another department.'),
  },
  'change-manager': {
    verb: 'Change manager',
    title: (count) => plural(count, 'Change the manager of # person', 'Change the manager of # people'),
    button: (count) => plural(count, 'Change # person', 'Change # people'),
    done: (count) => plural(count, '# person has another manager.', '# people have another manager.'),
  },
  'make-admin': {
    verb: 'Make administrator',
    title: (count) => plural(count, 'Make # person an administrator', 'Make # people administrators'),
    button: (count) => plural(count, 'Make # administrator', 'Make # administrators'),
    done: (count) => plural(count, '# person is now an administrator.', '# people are now administrators.'),
  },
  'remove-admin': {
    verb: 'Remove administrator',
    title: (count) => plural(count, 'Remove # administrator', 'Remove # administrators'),
    button: (count) => plural(count, 'Remove # administrator', 'Remove # administrators'),
    done: (count) =>
      plural(count, '# person is no longer an administrator.', '# people are no longer administrators.'),
  },
  deactivate: {
    verb: 'Deactivate',
    title: (count) => plural(count, 'Deactivate # person', 'Deactivate # people'),
    button: (count) => plural(count, 'Deactivate # person', 'Deactivate # people'),
    done: (count) => plural(count, '# person is deactivated.', '# people are deactivated.'),
  },
  reactivate: {
    verb: 'Reactivate',
    title: (count) => plural(count, 'Reactivate # person', 'Reactivate # people'),
    button: (count) => plural(count, 'Reactivate # person', 'Reactivate # people'),
    done: (count) => plural(count, '# person is reactivated.', '# people are reactivated.'),
  },
};
