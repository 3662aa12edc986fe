import {
  Building2,
  Download,
  Eye,
  FileUp,
  Globe,
  KeyRound,
  Library,
  type LucideIcon,
  Mail,
  MailX,
  Merge,
  MessageCircleQuestion,
  Settings,
  Sprout,
  Trash2,
  User,
  UserCheck,
  Users,
  UserX,
  Webhook,
} from 'lucide-react';
import { createElement, type ReactNode } from 'react';
import { type AuditAction, type AuditEntry, UNDO_REASON } from '#contract/administration/audit.ts';
import { fieldLabel } from './changedFields.tsx';

interface AuditText {
  /** Names the action in the filter. */
  label: string;
  /** Reads show an eye icon. */
  icon: LucideIcon;
  /** The action as a text. The screen shows the actor next to it. */
  sentence: (whom: ReactNode, entry: AuditEntry, departments: Record<string, string>) => ReactNode;
}

const mailTests: Record<string, string> = {
  accepted: 'Sent a test email, which the mail server accepted',
  'not-sent': 'Sent a test email, which was only written to a file',
  refused: 'Sent a test email, which the mail server refused',
  failed: 'Sent a test email, which could not be delivered',
};

/** Each action has a text, so that a new one without a text does not compile. */
const texts: Record<AuditAction, AuditText> = {
  'organisation.created': {
    label: 'Organisation created',
    icon: Building2,
    sentence: () => 'Created the organisation',
  },
  'organisation.changed': {
    label: 'Settings changed',
    icon: Settings,
    sentence: (_whom, { action, changes }) =>
      `Changed the settings of the organisation: ${Object.keys(changes)
        .map((field) => fieldLabel(action, field))
        .join(', ')}`,
  },
  'mail.tested': {
    label: 'Email tested',
    icon: Mail,
    sentence: (_whom, { changes }) => mailTests[String(changes.outcome?.after)] ?? 'Sent a test email',
  },
  'people.exported': {
    label: 'People exported',
    icon: Download,
    sentence: () => 'Exported people to a file',
  },
  'person.invited': {
    label: 'Person invited',
    icon: Mail,
    sentence: (whom) => <>Invited {whom}</>,
  },
  'person.invitation-resent': {
    label: 'Invitation resent',
    icon: Mail,
    sentence: (whom) => <>Sent {whom} a new invitation</>,
  },
  'person.invitation-revoked': {
    label: 'Invitation withdrawn',
    icon: MailX,
    sentence: (whom) => <>Withdrew the invitation of {whom}</>,
  },
  'person.activated': {
    label: 'Invitation accepted',
    icon: UserCheck,
    sentence: () => 'Accepted the invitation',
  },
  'person.changed': {
    label: 'Person changed',
    icon: User,
    sentence: changedPerson,
  },
  'person.deactivated': {
    label: 'Person deactivated',
    icon: UserX,
    sentence: (whom) => <>Deactivated {whom}</>,
  },
  'person.reactivated': {
    label: 'Person reactivated',
    icon: UserCheck,
    sentence: (whom) => <>Reactivated {whom}</>,
  },
  'person.password-reset-sent': {
    label: 'Password reset sent',
    icon: KeyRound,
    sentence: (whom) => <>Sent {whom} a link to set a new password</>,
  },
  'person.password-changed': {
    label: 'Password changed',
    icon: KeyRound,
    sentence: () => 'Changed their own password',
  },
  'person.unlocked': {
    label: 'Sign-in unlocked',
    icon: KeyRound,
    sentence: (whom) => <>Ended the sign-in delay of {whom}</>,
  },
  'person.export-requested': {
    label: 'Data export requested',
    icon: Download,
    sentence: () => 'Requested a copy of their own data',
  },
  'person.erasure-requested': {
    label: 'Erasure requested',
    icon: UserX,
    sentence: () => 'Asked to be erased',
  },
  'person.erasure-cancelled': {
    label: 'Erasure cancelled',
    icon: UserCheck,
    sentence: () => 'Cancelled the erasure request',
  },
  'person.erased': {
    label: 'Person erased',
    icon: Trash2,
    sentence: (whom) => <>Erased the personal data of {whom}</>,
  },
  'person.passkey-added': {
    label: 'Passkey added',
    icon: KeyRound,
    sentence: () => 'Added a passkey',
  },
  'person.passkey-removed': {
    label: 'Passkey removed',
    icon: KeyRound,
    sentence: () => 'Removed a passkey',
  },
  'department.created': {
    label: 'Department created',
    icon: Building2,
    sentence: (whom) => <>Created the department {whom}</>,
  },
  'department.changed': {
    label: 'Department changed',
    icon: Building2,
    sentence: (whom) => <>Changed the department {whom}</>,
  },
  'department.merged': {
    label: 'Department merged',
    icon: Merge,
    sentence: (whom, { changes }, departments) => (
      <>
        Merged the department {whom} into{' '}
        <b>{departments[String(changes.mergedIntoId?.after)] ?? 'a department that no longer exists'}</b>
      </>
    ),
  },
  'department.deleted': {
    label: 'Department deleted',
    icon: Trash2,
    sentence: (whom) => <>Deleted the department {whom}</>,
  },
  'person.created': {
    label: 'Person added',
    icon: User,
    sentence: (whom) => <>Added {whom} from a file</>,
  },
  'people.imported': {
    label: 'People imported',
    icon: FileUp,
    sentence: () => 'Imported people from a file',
  },
  'people.import-reverted': {
    label: 'Import reverted',
    icon: FileUp,
    sentence: () => 'Reverted an import of people',
  },
  'person.provisioned': {
    label: 'Person added by identity provider',
    icon: UserCheck,
    sentence: (whom) => <>Added {whom} through the identity provider</>,
  },
  'sign-on.changed': {
    label: 'Single sign-on changed',
    icon: KeyRound,
    sentence: (_whom, { changes }) => signOnSentence(changes.mode?.after),
  },
  'sign-on.tested': {
    label: 'Single sign-on tested',
    icon: KeyRound,
    sentence: (_whom, { changes }) =>
      changes.result?.after === 'passed'
        ? 'Tested single sign-on successfully'
        : 'Tested single sign-on, which failed',
  },
  'sign-on.domain-added': {
    label: 'Email domain added',
    icon: Globe,
    sentence: (_whom, { changes }) => <>Added the email domain {domainOf(changes.domain?.after)}</>,
  },
  'sign-on.domain-verified': {
    label: 'Email domain verified',
    icon: Globe,
    sentence: (_whom, { changes }) => <>Verified the email domain {domainOf(changes.domain?.after)}</>,
  },
  'sign-on.domain-removed': {
    label: 'Email domain removed',
    icon: Globe,
    sentence: (_whom, { changes }) => <>Removed the email domain {domainOf(changes.domain?.before)}</>,
  },
  'webhook.created': {
    label: 'Webhook added',
    icon: Webhook,
    sentence: (_whom, { changes }) => <>Added the webhook endpoint {hostOf(changes.host?.after)}</>,
  },
  'webhook.changed': {
    label: 'Webhook changed',
    icon: Webhook,
    sentence: (_whom, { changes }) =>
      changes.host ? (
        <>Changed the webhook endpoint {hostOf(changes.host.after)}</>
      ) : (
        'Changed a webhook endpoint'
      ),
  },
  'webhook.deleted': {
    label: 'Webhook removed',
    icon: Webhook,
    sentence: (_whom, { changes }) => <>Removed the webhook endpoint {hostOf(changes.host?.before)}</>,
  },
  'webhook.secret-rotated': {
    label: 'Webhook secret rotated',
    icon: Webhook,
    sentence: (_whom, { changes }) => <>Rotated the secret of the endpoint {hostOf(changes.host?.after)}</>,
  },
  'webhook.switched-off': {
    label: 'Webhook switched off',
    icon: Webhook,
    sentence: (_whom, { changes }) => (
      <>Switched the webhook endpoint {hostOf(changes.host?.after)} off, because no attempt succeeded</>
    ),
  },
  'directory.token-created': {
    label: 'Directory token created',
    icon: KeyRound,
    sentence: () => 'Created a token for directory sync',
  },
  'directory.token-revoked': {
    label: 'Directory token revoked',
    icon: KeyRound,
    sentence: () => 'Revoked a token for directory sync',
  },
  'directory.group-created': {
    label: 'Directory group added',
    icon: Users,
    sentence: (whom, { subject }) =>
      subject.name ? <>Added the directory group {whom}</> : 'Added a directory group',
  },
  'directory.group-changed': {
    label: 'Directory group changed',
    icon: Users,
    sentence: (whom, { subject }) =>
      subject.name ? <>Changed the directory group {whom}</> : 'Changed a directory group',
  },
  'directory.group-deleted': {
    label: 'Directory group deleted',
    icon: Users,
    sentence: (whom, { subject }) =>
      subject.name ? <>Deleted the directory group {whom}</> : 'Deleted a directory group',
  },
  'person.directory-connected': {
    label: 'Person connected to directory',
    icon: UserCheck,
    sentence: (whom) => <>Connected {whom} to the directory</>,
  },
  'person.directory-removed': {
    label: 'Person removed by directory',
    icon: UserX,
    sentence: (whom) => <>Removed {whom} from the directory</>,
  },
  'topic.created': {
    label: 'Topic created',
    icon: Library,
    sentence: (whom) => <>Created the topic {whom}</>,
  },
  'topic.published': {
    label: 'Topic published',
    icon: Library,
    sentence: (whom, { changes }) =>
      changes.topicVersion?.before === null ? (
        <>Published the topic {whom}</>
      ) : (
        <>Published a new version of the topic {whom}</>
      ),
  },
  'topic.retired': {
    label: 'Topic retired',
    icon: Library,
    sentence: (whom) => <>Retired the topic {whom}</>,
  },
  'topic.restored': {
    label: 'Topic restored',
    icon: Library,
    sentence: (whom) => <>Restored the topic {whom}</>,
  },
  'program.created': {
    label: 'Program created',
    icon: Sprout,
    sentence: (whom) => <>Created the program {whom}</>,
  },
  'program.launched': {
    label: 'Program launched',
    icon: Sprout,
    sentence: (whom) => <>Launched the program {whom}</>,
  },
  'program.returned': {
    label: 'Program sent back',
    icon: Sprout,
    sentence: (whom) => <>Sent the program {whom} back to its owner</>,
  },
  'program.changed': {
    label: 'Program changed',
    icon: Sprout,
    sentence: (whom) => <>Changed the launched program {whom}</>,
  },
  'program.paused': {
    label: 'Program paused',
    icon: Sprout,
    sentence: (whom) => <>Paused the program {whom}</>,
  },
  'program.resumed': {
    label: 'Program resumed',
    icon: Sprout,
    sentence: (whom) => <>Resumed the program {whom}</>,
  },
  'program.archived': {
    label: 'Program archived',
    icon: Sprout,
    sentence: (whom) => <>Archived the program {whom}</>,
  },
  'program.restored': {
    label: 'Program restored',
    icon: Sprout,
    sentence: (whom) => <>Restored the program {whom}</>,
  },
  'program.reminded': {
    label: 'Program reminder sent',
    icon: Sprout,
    sentence: (whom) => <>Reminded stalled learners in the program {whom}</>,
  },
  'program.figures-exported': {
    label: 'Program figures exported',
    icon: Sprout,
    sentence: (whom) => <>Exported figures of the program {whom}</>,
  },
  'survey.created': {
    label: 'Survey created',
    icon: MessageCircleQuestion,
    sentence: (whom) => <>Created the survey {whom}</>,
  },
  'survey.changed': {
    label: 'Survey changed',
    icon: MessageCircleQuestion,
    sentence: (whom) => <>Changed the survey {whom}</>,
  },
  'survey.scheduled': {
    label: 'Survey scheduled',
    icon: MessageCircleQuestion,
    sentence: (whom) => <>Scheduled the survey {whom}</>,
  },
  'survey.unscheduled': {
    label: 'Survey schedule removed',
    icon: MessageCircleQuestion,
    sentence: (whom) => <>Returned the scheduled survey {whom} to draft</>,
  },
  'survey.opened': {
    label: 'Survey opened',
    icon: MessageCircleQuestion,
    sentence: (whom) => <>Opened the survey {whom}</>,
  },
  'survey.closed': {
    label: 'Survey closed',
    icon: MessageCircleQuestion,
    sentence: (whom) => <>Closed the survey {whom}</>,
  },
  'survey.released': {
    label: 'Survey results released',
    icon: MessageCircleQuestion,
    sentence: (whom) => <>Released the results of the survey {whom}</>,
  },
  'survey.archived': {
    label: 'Survey archived',
    icon: MessageCircleQuestion,
    sentence: (whom) => <>Archived the survey {whom}</>,
  },
  'survey.results-read': {
    label: 'Survey results read',
    icon: Eye,
    sentence: (whom) => <>Read the results of the survey {whom}</>,
  },
  'survey.results-exported': {
    label: 'Survey results exported',
    icon: Download,
    sentence: (whom) => <>Exported the results of the survey {whom}</>,
  },
  'audit.exported': {
    label: 'Audit log exported',
    icon: Download,
    sentence: () => 'Exported the audit log',
  },
};

const hostOf = (host: unknown) => <b>{typeof host === 'string' ? host : ''}</b>;
const domainOf = (domain: unknown) => <b>{typeof domain === 'string' ? domain : ''}</b>;
const signOnSentences: Record<string, string> = {
  off: 'Switched single sign-on off',
  allowed: 'Allowed single sign-on in addition to passwords',
  enforced: 'Enforced single sign-on',
};
const signOnSentence = (mode: unknown) =>
  (typeof mode === 'string' && signOnSentences[mode]) || 'Changed the settings of single sign-on';

const changedOnly: Record<string, (whom: ReactNode) => ReactNode> = {
  managerId: (whom) => <>Changed the manager of {whom}</>,
  departmentId: (whom) => <>Changed the department of {whom}</>,
};
function changedPerson(whom: ReactNode, { changes }: AuditEntry): ReactNode {
  const [field, ...others] = Object.keys(changes);
  if (field !== undefined && others.length === 0) {
    if (field === 'isAdmin')
      return changes.isAdmin?.after ? (
        <>Made {whom} an administrator</>
      ) : (
        <>Removed the administrator right of {whom}</>
      );
    if (field === 'mayAuthor')
      return changes.mayAuthor?.after ? (
        <>Made {whom} a content author</>
      ) : (
        <>Removed the author right of {whom}</>
      );
    const only = changedOnly[field];
    if (only) return only(whom);
  }
  return <>Changed the account of {whom}</>;
}

const gone: Record<string, string> = {
  person: 'a person who was erased',
  organisation: 'the organisation',
};

/** The person or thing of an entry. A deleted department has its name in the entry. */
function subjectOf({ subject, changes }: AuditEntry): string {
  const kept = subject.type === 'department' ? (changes.name?.before ?? changes.name?.after) : null;
  return subject.name ?? (typeof kept === 'string' ? kept : null) ?? gone[subject.type] ?? subject.id;
}

const isKnown = (action: string): action is AuditAction => Object.hasOwn(texts, action);

/**
 * The action and its target as a text. An unknown action of a newer server is shown by its name. `departments`: names by
 * id. Only entries about departments need them.
 */
export const auditSentence = (entry: AuditEntry, departments: Record<string, string> = {}): ReactNode =>
  isKnown(entry.action)
    ? texts[entry.action].sentence(<b>{subjectOf(entry)}</b>, entry, departments)
    : `${entry.action}: ${subjectOf(entry)}`;

export const AuditIcon = ({ action }: { action: string }) =>
  createElement(isKnown(action) ? texts[action].icon : Eye, {
    className: 'icon icon-small',
    'aria-hidden': true,
  });

/** All actions by name, for the filter. */
export const auditActionOptions = Object.entries(texts)
  .map(([value, { label }]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** Reasons that a person has written are quoted. */
export const reasonText = (reason: string) => (reason === UNDO_REASON ? reason : `“${reason}”`);
