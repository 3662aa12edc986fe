import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditEntry, AuditField, AuditHistory } from '#contract/administration/audit.ts';
import type { ProgramFields } from '#contract/learning/programSetup.ts';
import { stateLabels } from '#src/content/TopicState.tsx';
import { measureLabels } from '#src/insights/insightsTexts.ts';
import { everyText } from '#src/programs/setup/everyText.ts';
import { dueText, joiningLabels } from '#src/programs/setup/wizardTexts.ts';
import { modeLabels } from '#src/surveys/surveyTexts.ts';
import { formatsFor } from '#src/ui/text/formats.ts';
import { currentLocale, formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';

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

const dueDate = (value: unknown) =>
  dueText(value as ProgramFields['due'], formatsFor(currentLocale(), 'UTC', '').longDay);
const coachingPlan = (value: unknown) => {
  const { sessions, everyDays } = value as NonNullable<ProgramFields['coachingPlan']>;
  return `${plural(sessions, '# session', '# sessions')}, ${everyText(everyDays).toLowerCase()}`;
};

interface Field {
  label: string;
  /** The text for null. */
  none?: string;
  textOf?: (value: unknown, names: Names) => string;
}

/** How each audited field is shown, so that a new one without a label does not compile. */
const fields: Record<AuditField, Field> = {
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
  mode: { label: 'Who can see the answers', textOf: wordOf(surveyModes) },
  k: { label: 'Smallest group' },
  joining: { label: 'Sign-up', textOf: wordOf(joiningLabels) },
  linkRecordDays: { label: 'Days that expired links are kept' },
  checkInDays: { label: 'Days that check-ins are kept', none: 'Until the person is erased' },
  deactivatedDays: {
    label: 'Days until deactivated people are erased',
    none: 'Not erased automatically',
  },
  emailAddress: { label: 'Email' },
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  title: { label: 'Job title' },
  userName: { label: 'User name in the directory' },
  externalId: { label: 'Id in the directory' },
  displayName: { label: 'Name of the group' },
  created: { label: 'People added' },
  updated: { label: 'People changed' },
  refused: { label: 'People refused' },
  departments: { label: 'Departments created' },
  programs: { label: 'Programs for the department' },
  surveys: { label: 'Surveys for the department' },
  figures: { label: 'Figures', textOf: wordOf({ ...measureLabels, all: 'All' }) },
  domain: { label: 'Email domain' },
  issuer: { label: 'Issuer URL', none: 'None' },
  clientId: { label: 'Client ID', none: 'None' },
  clientSecret: { label: 'Client secret', textOf: () => 'Replaced' },
  groups: { label: 'Groups' },
  createsPeople: { label: 'Create people on their first sign-in' },
  emergencyAdminId: { label: 'Emergency administrator', none: 'None', textOf: person },
  result: { label: 'Result', textOf: wordOf({ passed: 'Passed', failed: 'Failed' }) },
  purpose: { label: 'Purpose', none: 'None' },
  due: { label: 'Due date', textOf: dueDate },
  topicIds: { label: 'Topics', textOf: (ids) => plural((ids as unknown[]).length, '# topic', '# topics') },
  managerVisible: { label: 'Managers see the progress' },
  coachingPlan: { label: 'Coaching plan', none: 'None', textOf: coachingPlan },
};

/** Fields that have another meaning in the entries of one action. */
const fieldsOfAction: Record<string, Field> = {
  'webhook.changed state': { label: 'State', textOf: wordOf(webhookStates) },
  'sign-on.changed mode': { label: 'How people sign in', textOf: wordOf(signOnModes) },
};

/** An unknown field of a newer server is shown by its name and plain value. */
const fieldOf = (action: string, field: string): Partial<Field> =>
  fieldsOfAction[`${action} ${field}`] ?? (Object.hasOwn(fields, field) ? fields[field as AuditField] : {});

export const fieldLabel = (action: string, field: string) => fieldOf(action, field).label ?? field;

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
  // A value that stayed the same only names the subject in the sentence. Two nulls mean that the values are not recorded.
  const changed = Object.entries(changes).filter(
    ([, { before, after }]) => before === null || before !== after,
  );
  return changed.map(([field, { before, after }]) => {
    const { label = field, none = null, textOf = plainText } = fieldOf(action, field);
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
