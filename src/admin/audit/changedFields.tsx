import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditEntry, AuditHistory } from '#contract/administration/audit.ts';
import { stateLabels } from '#src/content/TopicState.tsx';
import { joiningLabels } from '#src/programs/setup/wizardTexts.ts';
import { modeLabels } from '#src/surveys/surveyTexts.ts';
import { formatNumber } from '#src/ui/text/locale.ts';

type Names = AuditHistory['names'];

const statuses: Record<string, string> = {
  invited: 'Invited',
  active: 'Active',
  deactivated: 'Deactivated',
};

const topicStates: Record<string, string> = stateLabels;
const webhookStates: Record<string, string> = { on: 'On', off: 'Off', failed: 'Switched off by Trellis' };
const surveyModes: Record<string, string> = modeLabels;
const signOnModes: Record<string, string> = {
  off: 'Password only',
  allowed: 'Single sign-on or password',
  enforced: 'Single sign-on only',
};

const plainText = (value: unknown) => {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
/** A value of an enum in the words of the screens. */
const wordOf = (words: Record<string, string>) => (value: unknown) => words[String(value)] ?? String(value);
const person = (id: unknown, { people }: Names) => people[String(id)] ?? 'A person who was erased';
const department = (id: unknown, { departments }: Names) =>
  departments[String(id)] ?? 'A department that was deleted';

const ofDirectory = (id: unknown, { directory }: Names) => directory[String(id)] ?? 'Deleted';

const cadences: Record<string, string> = {
  weekly: 'Every week',
  'two-weeks': 'Every 2 weeks',
  monthly: 'Every month',
};
const quietHours = (value: unknown) => {
  const { from = '', until = '' } = value as { from?: string; until?: string };
  return `${from}–${until}`;
};

interface Field {
  label: string;
  /** The text for null. */
  none?: string;
  textOf?: (value: unknown, names: Names) => string;
}

/** How fields of entries are shown, or fields of one action. An unknown field is shown by its name and plain value. */
const fields: Record<string, Field> = {
  status: { label: 'Status', textOf: wordOf(statuses) },
  isAdmin: { label: 'Administrator' },
  mayAuthor: { label: 'Content author' },
  managerId: { label: 'Manager', none: 'None', textOf: person },
  departmentId: { label: 'Department', none: 'None', textOf: department },
  headId: { label: 'Head', none: 'None', textOf: person },
  parentId: { label: 'Department above', none: 'None', textOf: department },
  mergedIntoId: { label: 'Merged into', textOf: department },
  coachOf: { label: 'Coach of' },
  plannedSessions: { label: 'Planned coaching sessions' },
  name: { label: 'Name' },
  host: { label: 'Server' },
  events: { label: 'Events' },
  group: { label: 'Group', textOf: ofDirectory },
  token: { label: 'Token', textOf: ofDirectory },
  members: { label: 'Members' },
  people: { label: 'People' },
  entries: { label: 'Entries' },
  analyticsConsent: { label: 'Consent to analytics' },
  outcome: { label: 'Result' },
  accent: { label: 'Accent colour', none: 'Evergreen' },
  logo: { label: 'Logo', none: 'None', textOf: () => 'A picture' },
  signInText: { label: 'Sign-in text', none: 'None' },
  timeZone: { label: 'Time zone' },
  locale: { label: 'Dates and numbers', none: 'As in each browser' },
  quietHours: { label: 'Quiet hours', none: 'None', textOf: quietHours },
  checkInCadence: { label: 'Check-ins', textOf: wordOf(cadences) },
  managersMayLaunch: { label: 'Managers may launch programs' },
  minGroupSize: { label: 'Smallest group' },
  mailRecordDays: { label: 'Days that records of emails are kept' },
  topicVersion: { label: 'Version' },
  state: { label: 'State', textOf: wordOf(topicStates) },
  'webhook.changed state': { label: 'State', textOf: wordOf(webhookStates) },
  mode: { label: 'Who can see the answers', textOf: wordOf(surveyModes) },
  'sign-on.changed mode': { label: 'How people sign in', textOf: wordOf(signOnModes) },
  k: { label: 'Smallest group' },
  joining: { label: 'Sign-up', textOf: wordOf(joiningLabels) },
  linkRecordDays: { label: 'Days that expired links are kept' },
  checkInDays: { label: 'Days that check-ins are kept', none: 'Until the person is erased' },
  deactivatedDays: {
    label: 'Days until deactivated people are erased',
    none: 'Not erased automatically',
  },
};

export interface ChangedField {
  field: string;
  label: string;
  /** Null: no text, for example when something was created. */
  before: string | null;
  after: string | null;
}

export function changedFields(
  { action, changes }: Pick<AuditEntry, 'action' | 'changes'>,
  names: Names,
): ChangedField[] {
  return Object.entries(changes).map(([field, { before, after }]) => {
    const {
      label = field,
      none = null,
      textOf = plainText,
    } = fields[`${action} ${field}`] ?? fields[field] ?? {};
    const text = (value: unknown) => (value === null || value === undefined ? none : textOf(value, names));
    return { field, label, before: text(before), after: text(after) };
  });
}

/** A value, and its previous value. */
export function Change({ before, after }: Pick<ChangedField, 'before' | 'after'>): ReactNode {
  if (before === null) return after;
  return (
    <span className="audit-change">
      <s>{before}</s>
      {after !== null && (
        <>
          <span className="visually-hidden"> became </span>
          <ArrowRight className="icon" aria-hidden="true" />
          {after}
        </>
      )}
    </span>
  );
}
