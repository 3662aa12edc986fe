/** The personal data of a table, and what happens to it. docs/personal-data.md has the same list. */
export interface TableOfPerson {
  purpose: string;
  retention: string;
  /** Condition for the rows of the person `$id`. The person's export contains these rows. */
  rows?: string;
  /** Columns that are not exported, because they are secrets or have no meaning outside Trellis. */
  omit?: readonly string[];
  /** Leaves out values that belong to other people. */
  redact?: (row: Record<string, unknown>, userId: number) => Record<string, unknown>;
  /** The changes that erase the person, in this order. Without any, this table keeps nothing about the person. */
  erase?: readonly string[];
}

const OWN_ENROLMENTS = 'enrolment_id in (select id from enrolments where user_id = $id)';
const OWN_OBJECTIVES = 'objective_id in (select id from objectives where owner_id = $id)';
const OWN_CHECK_INS = 'check_in_id in (select id from check_ins where user_id = $id)';
const OWN_SESSIONS = 'session_id in (select id from sessions where user_id = $id)';
const OWN_COACHING = '(learner_id = $id or peer_id = $id)';
const OPEN_COACHING = `session_id in (select id from coaching_sessions
  where ${OWN_COACHING} and state in ('proposed', 'scheduled'))`;
/** Uses the address, because an imported row belongs to no account. */
const IMPORTED =
  '(select lower(email) from users where id = $id) in (select lower(trim(cell)) from unnest(cells) as cell)';
/** Also uses the name, because a person who was not created has no account. */
const DIRECTORY_ERRORS = `(user_id = $id or lower(sent_name) in (
  select lower(email) from users where id = $id union select lower(user_name) from directory_people where user_id = $id))`;
/** An entry of another person about this one, without that person's IP address. */
function withoutAddressOfOthers(row: Record<string, unknown>, userId: number) {
  if (row.actor_id === userId || typeof row.personal !== 'string') return row;
  const { reason } = JSON.parse(row.personal) as { reason: string | null };
  return { ...row, personal: JSON.stringify({ reason }) };
}
const UNTIL_ERASURE = 'Until the person is erased.';
const AS_SET = 'As long as the organisation has set, at most until the person is erased.';
const ANONYMOUS = 'The texts until the person is erased; the rest stays without a name, for totals.';
const NO_PERSONAL_DATA = 'As long as the organisation exists.';
const BOOKKEEPING = { retention: NO_PERSONAL_DATA };

/**
 * All tables of the database. Export, erasure and the document use this list. A test fails for a missing table. Rows
 * are erased in this order.
 */
export const personalData: Readonly<Record<string, TableOfPerson>> = {
  notifications_outbox: {
    purpose: 'Notifications until they are delivered',
    retention: '30 days after delivery, at most until the person is erased.',
    rows: 'receiver_id = $id',
    erase: ['delete from notifications_outbox where receiver_id = $id'],
  },
  unread_posts: {
    purpose: 'The beginning of an unread message, for the mail about it',
    retention: '30 days, at most until the sender or the receiver is erased.',
    rows: 'sender_id = $id',
    erase: ['delete from unread_posts where sender_id = $id or receiver_id = $id'],
  },
  mail_digests: {
    purpose: 'When a mail about unread messages is due',
    retention: '30 days, at most until the person is erased.',
    rows: 'receiver_id = $id',
    erase: [
      'update unread_posts set digest_id = null where digest_id in (select id from mail_digests where receiver_id = $id)',
      'delete from mail_digests where receiver_id = $id',
    ],
  },
  refresh_tokens: {
    purpose: 'Keeps a person signed in',
    retention: 'Until the session ends.',
    rows: OWN_SESSIONS,
    omit: ['hash', 'successor_hash'],
    erase: [`delete from refresh_tokens where ${OWN_SESSIONS}`],
  },
  messaging_tokens: {
    purpose: 'Access to the messaging service',
    retention: 'Until the session ends.',
    rows: OWN_SESSIONS,
    omit: ['token'],
    erase: [`delete from messaging_tokens where ${OWN_SESSIONS}`],
  },
  sessions: {
    purpose: 'Where a person is signed in, with the browser',
    retention: '30 days after the session has ended, at most until the person is erased.',
    rows: 'user_id = $id',
    erase: ['delete from sessions where user_id = $id'],
  },
  passkeys: {
    purpose: 'Passkeys for signing in, and the names that their owner gave them',
    retention: 'Until the owner removes the passkey or is erased.',
    rows: 'user_id = $id',
    omit: ['public_key'],
    erase: ['delete from passkeys where user_id = $id'],
  },
  account_links: {
    purpose: 'Links of invitations and password resets',
    retention: '30 days after they have ended, at most until the person is erased.',
    rows: 'user_id = $id',
    omit: ['token_hash'],
    erase: ['delete from account_links where user_id = $id'],
  },
  sign_on_attempts: {
    purpose: 'Sign-ins and tests at the identity provider, with the claims of a test',
    retention: 'An hour, at most until the person is erased.',
    rows: '(user_id = $id or started_by = $id)',
    omit: ['state_hash', 'browser_hash', 'nonce', 'verifier', 'handoff_hash'],
    erase: ['delete from sign_on_attempts where user_id = $id or started_by = $id'],
  },
  sign_on_identities: {
    purpose: 'The account of a person at the identity provider',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from sign_on_identities where user_id = $id'],
  },
  directory_errors: {
    purpose: 'Refused requests from the directory, with the person or name in the request',
    retention: '7 days, at most until the person is erased.',
    rows: DIRECTORY_ERRORS,
    omit: ['token_id'],
    erase: [`delete from directory_errors where ${DIRECTORY_ERRORS}`],
  },
  directory_members: {
    purpose: 'Directory groups to which a person belongs',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from directory_members where user_id = $id'],
  },
  directory_people: {
    purpose: 'The name and id of a person in the directory',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from directory_people where user_id = $id'],
  },
  sign_in_delays: {
    purpose: 'Counts failed sign-ins by a hash of the address',
    retention: 'Until the count has gone down, a day at most.',
  },
  notification_settings: {
    purpose: 'Which notifications a person gets',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from notification_settings where user_id = $id'],
  },
  need_marks: {
    purpose: 'What a person has snoozed on the home page',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from need_marks where user_id = $id'],
  },
  avatars: {
    purpose: 'Pictures',
    retention: 'Until the person replaces or removes the picture, or is erased.',
    rows: 'user_id = $id',
    omit: ['bytes'],
    erase: ['update users set avatar_id = null where id = $id', 'delete from avatars where user_id = $id'],
  },
  propensity_results: {
    purpose: 'Answers to the readiness questions, and the score',
    retention: ANONYMOUS,
    rows: 'user_id = $id',
    erase: ["update propensity_results set answers = '{}', submission_id = null where user_id = $id"],
  },
  check_in_comments: {
    purpose: 'Comments by managers on check-ins',
    retention: 'Until the check-in is deleted, at most until the author of the comment is erased.',
    rows: `(author_id = $id or ${OWN_CHECK_INS})`,
    erase: [`delete from check_in_comments where author_id = $id or ${OWN_CHECK_INS}`],
  },
  check_in_reminders: {
    purpose: 'When a manager has reminded a person of a check-in',
    retention: AS_SET,
    rows: 'user_id = $id',
    erase: ['delete from check_in_reminders where user_id = $id'],
  },
  check_in_follow_ups: {
    purpose: 'Points that a manager wants to discuss after a check-in, and actions',
    retention: 'Until the check-in is deleted, at most until the manager is erased.',
    rows: 'manager_id = $id',
    erase: ['delete from check_in_follow_ups where manager_id = $id or person_id = $id'],
  },
  check_ins: {
    purpose: 'Weekly check-ins with their drafts; each answer says who can read it',
    retention: AS_SET,
    rows: 'user_id = $id',
    erase: ['delete from check_ins where user_id = $id'],
  },
  check_in_questions: {
    purpose: 'What managers ask in a check-in',
    retention: AS_SET,
    rows: 'manager_id = $id',
    erase: ['update check_in_questions set text = null where manager_id = $id'],
  },
  survey_participations: {
    purpose:
      'Which surveys a person is asked to answer, the day of the answer, and answers that are not submitted yet',
    retention: ANONYMOUS,
    rows: 'user_id = $id',
    erase: [
      'update survey_participations set draft = null, draft_at = null, reminded_at = null where user_id = $id',
    ],
  },
  survey_raters: {
    purpose: 'Who gives 360 feedback about a person, and in which group',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ["delete from survey_raters where user_id = $id and rater_group <> 'self'"],
  },
  survey_responses: {
    purpose:
      'Answers to surveys; in confidential ones with a code instead of the user id, in anonymous ones with the hash of a ticket',
    retention: `${UNTIL_ERASURE} Figures that were released stay as they are.`,
    rows: 'user_id = $id',
    omit: ['respondent'],
    erase: ['delete from survey_responses where user_id = $id'],
  },
  survey_actions: {
    purpose: 'Actions that follow from a survey, with the person responsible',
    retention: ANONYMOUS,
    rows: 'owner_id = $id',
    erase: ["update survey_actions set text = 'Erased', outcome = '' where owner_id = $id"],
  },
  propensity_states: {
    purpose: 'Readiness answers that are not submitted yet, and whether coaches can read the result',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from propensity_states where user_id = $id'],
  },
  objective_notes: {
    purpose: 'Progress notes on objectives',
    retention: UNTIL_ERASURE,
    rows: OWN_OBJECTIVES,
    erase: [`delete from objective_notes where ${OWN_OBJECTIVES}`],
  },
  objective_changes: {
    purpose: 'Changes of objectives by managers, with the reason',
    retention: 'Until the owner is erased; the reason until its author is erased.',
    rows: `actor_id = $id or ${OWN_OBJECTIVES}`,
    erase: [
      `delete from objective_changes where ${OWN_OBJECTIVES}`,
      'update objective_changes set reason = null where actor_id = $id',
    ],
  },
  objectives: {
    purpose: 'Growth objectives',
    retention: UNTIL_ERASURE,
    rows: 'owner_id = $id',
    erase: ['delete from objectives where owner_id = $id'],
  },
  coaching_bookings: {
    purpose: 'The time that a planned session takes',
    retention: 'Stays without a name, for totals.',
    rows: 'user_id = $id',
    erase: [`delete from coaching_bookings where ${OPEN_COACHING}`],
  },
  coaching_proposals: {
    purpose: 'Times proposed for a coaching session',
    retention: 'Until one is confirmed, at most until the person is erased.',
    rows: `session_id in (select id from coaching_sessions where ${OWN_COACHING})`,
    erase: [`delete from coaching_proposals where ${OPEN_COACHING}`],
  },
  coaching_sessions: {
    purpose: 'Coaching sessions: when they take place, their meeting link, and why one was cancelled',
    retention: ANONYMOUS,
    rows: OWN_COACHING,
    erase: [
      `update coaching_sessions set state = 'cancelled', proposed_by = null, proposed_at = null, ended_at = now(),
        sequence = sequence + 1 where ${OWN_COACHING} and state in ('proposed', 'scheduled')`,
      `update coaching_sessions set place = null, reason = null where ${OWN_COACHING}`,
    ],
  },
  coaching_envelopes: {
    purpose: 'The key of encrypted coaching notes, encrypted for each reader',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: [
      'delete from coaching_envelopes where user_id = $id',
      'delete from coaching_envelopes where document_id in (select id from coaching_documents where owner_id = $id)',
    ],
  },
  coaching_documents: {
    purpose: 'Encrypted notes, agendas and actions of coaching sessions, which the server cannot read',
    retention: 'Own notes until the person is erased; shared ones stay with the other person.',
    rows: `owner_id = $id or (owner_id is null and session_id in (select id from coaching_sessions where ${OWN_COACHING}))`,
    erase: ['delete from coaching_documents where owner_id = $id'],
  },
  coaching_keys: {
    purpose:
      'The key pair for coaching notes; the private key is encrypted with the recovery code of the person',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from coaching_keys where user_id = $id'],
  },
  coaching_key_passkeys: {
    purpose: 'The private key for coaching notes, encrypted with a secret of a passkey of the person',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from coaching_key_passkeys where user_id = $id'],
  },
  coaching_agreements: {
    purpose: 'When a person accepted who can read what in coaching',
    retention: 'Stays without a name, as proof for the other person.',
    rows: 'user_id = $id',
  },
  coaching_attendance: {
    purpose: 'When a person was in the room of a coaching session',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from coaching_attendance where user_id = $id'],
  },
  coaching_rooms: {
    purpose: 'When the two people of a coaching session met, for how long, and who finished the meeting',
    retention: 'Stays without a name, for totals.',
    rows: `session_id in (select id from coaching_sessions where ${OWN_COACHING})`,
  },
  coaching_feedback: {
    purpose: 'The 3 ratings of a coaching session; coaches see averages of at least 5 sessions with 3 people',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from coaching_feedback where user_id = $id'],
  },
  coaching_days: {
    purpose: 'Days off, and days with other working hours',
    retention: UNTIL_ERASURE,
    rows: 'user_id = $id',
    erase: ['delete from coaching_days where user_id = $id'],
  },
  calendar_feeds: {
    purpose: 'The secret address of the calendar of coaching sessions',
    retention: 'Until the owner revokes it or is erased.',
    rows: 'user_id = $id',
    omit: ['secret_hash'],
    erase: ['delete from calendar_feeds where user_id = $id'],
  },
  calendar_busy: {
    purpose: 'When a person is busy, from the calendars that they added',
    retention: 'Until the time has passed or the calendar is removed, at most until the person is erased.',
    rows: 'user_id = $id',
    erase: ['delete from calendar_busy where user_id = $id'],
  },
  calendar_sources: {
    purpose: 'Calendars that a person added, with their encrypted addresses',
    retention: 'Until the owner removes the calendar or is erased.',
    rows: 'user_id = $id',
    omit: ['address'],
    erase: ['delete from calendar_sources where user_id = $id'],
  },
  goals: {
    purpose: 'Selected topics, with the reason and the if-then plan',
    retention: ANONYMOUS,
    rows: OWN_ENROLMENTS,
    erase: [`update goals set why = null, if_then_plan = null where ${OWN_ENROLMENTS}`],
  },
  goal_changes: {
    purpose: 'Earlier selections of topics',
    retention: ANONYMOUS,
    rows: OWN_ENROLMENTS,
    erase: [`update goal_changes set why = null, if_then_plan = null where ${OWN_ENROLMENTS}`],
  },
  topic_proposals: {
    purpose: 'Topics that a coach or manager proposes, with a note',
    retention: ANONYMOUS,
    rows: `proposed_by = $id or ${OWN_ENROLMENTS}`,
    erase: [`update topic_proposals set note = null where proposed_by = $id or ${OWN_ENROLMENTS}`],
  },
  join_requests: {
    purpose: 'Requests to join a program, with a note and the answer',
    retention: ANONYMOUS,
    rows: 'user_id = $id or answered_by = $id',
    erase: [
      'update join_requests set note = null, answer_note = null where user_id = $id',
      'update join_requests set answer_note = null where answered_by = $id',
    ],
  },
  step_records: {
    purpose: 'Steps that are done, reflections and answers to challenges',
    retention: ANONYMOUS,
    rows: `waived_by = $id or ${OWN_ENROLMENTS}`,
    erase: [
      `update step_records set answer = null, work = null, waived_because = null where ${OWN_ENROLMENTS}`,
      'update step_records set waived_because = null where waived_by = $id',
    ],
  },
  topic_completions: {
    purpose: 'Completed topics',
    retention: ANONYMOUS,
    rows: `confirmed_by = $id or reopened_by = $id or ${OWN_ENROLMENTS}`,
    erase: [
      `update topic_completions set reopened_because = null where reopened_by = $id or ${OWN_ENROLMENTS}`,
    ],
  },
  topic_confirmations: {
    purpose: 'Requests to confirm a completed topic, with the answer',
    retention: ANONYMOUS,
    rows: `answered_by = $id or ${OWN_ENROLMENTS}`,
    erase: [`update topic_confirmations set note = null where answered_by = $id or ${OWN_ENROLMENTS}`],
  },
  step_changes: {
    purpose: 'When a learner started, practised or finished a step, for figures of past days',
    retention: 'Stays without a name, for totals.',
    rows: OWN_ENROLMENTS,
  },
  enrolment_history: {
    purpose: 'Earlier ends of an enrolment and earlier versions of its topics, for figures of past days',
    retention: 'Stays without a name, for totals.',
    rows: OWN_ENROLMENTS,
  },
  program_reminders: {
    purpose: 'When a learner was reminded of a program, by whom and why',
    retention: UNTIL_ERASURE,
    rows: `sent_by = $id or ${OWN_ENROLMENTS}`,
    erase: [`delete from program_reminders where sent_by = $id or ${OWN_ENROLMENTS}`],
  },
  enrolment_topics: {
    purpose: 'The version of each topic in a program',
    retention: 'Stays without a name, for totals.',
    rows: OWN_ENROLMENTS,
  },
  enrolments: {
    purpose: 'Programs of a person, with coach and reason for leaving',
    retention: ANONYMOUS,
    rows: 'user_id = $id or coach_id = $id',
    erase: [
      'update enrolments set reason = null where user_id = $id',
      'update enrolments set coach_id = null where coach_id = $id',
    ],
  },
  access_windows: {
    purpose: 'Who was the manager or coach of whom, and when',
    retention: UNTIL_ERASURE,
    rows: 'subject_id = $id or viewer_id = $id',
    erase: ['delete from access_windows where subject_id = $id or viewer_id = $id'],
  },
  audit_entries: {
    purpose: 'Who did what in the administration',
    retention:
      'Stays, because the log proves what happened. Reason and IP address until the person is erased; the name is shown as “Erased person”. An export leaves out the IP addresses of others.',
    rows: "actor_id = $id or (subject_type = 'person' and subject_id = '$id')",
    omit: ['personal_digest', 'previous_hash', 'hash'],
    redact: withoutAddressOfOthers,
    erase: [
      "update audit_entries set personal = null where actor_id = $id or (subject_type = 'person' and subject_id = '$id')",
    ],
  },
  data_request_parts: {
    purpose: 'The archive of an export',
    retention: '7 days, at most until the person is erased.',
    erase: [
      'delete from data_request_parts where request_id in (select id from data_requests where user_id = $id)',
    ],
  },
  data_requests: {
    purpose: 'Requests for an export or an erasure',
    retention: 'Stays without a name, to prove that the request was met.',
    rows: 'user_id = $id',
  },
  people_import_rows: {
    purpose: 'Rows of imported files, with names and addresses',
    retention: '30 days, at most until the person is erased.',
    rows: IMPORTED,
    erase: [`delete from people_import_rows where ${IMPORTED}`],
  },
  people_import_changes: {
    purpose: 'What an import of people changed, so that it can be reverted',
    retention: '2 days, at most until the person is erased.',
    rows: 'user_id = $id',
    erase: ['delete from people_import_changes where user_id = $id'],
  },
  // Not exported: the same words are in the account.
  person_words: {
    purpose: 'The words of name and address by which a person is found',
    retention: UNTIL_ERASURE,
    erase: ['delete from person_words where user_id = $id'],
  },
  departments: {
    purpose: 'Departments and their heads',
    retention: NO_PERSONAL_DATA,
    erase: ['update departments set head_id = null where head_id = $id'],
  },
  users: {
    purpose: 'The account: name, address, profile, manager and department',
    retention: 'Until the person is erased; an empty row stays, to which the anonymous rows refer.',
    rows: 'id = $id',
    omit: ['password_hash', 'search_words', 'manager_name'],
    erase: [
      'update users set manager_id = null where manager_id = $id',
      `update users set first_name = 'Erased', last_name = 'person', email = 'erased-' || id || '@erased.invalid',
        title = null, time_zone = 'UTC', locale = null, pronouns = null, working_hours = null, help_topics = '{}',
        department_id = null, manager_id = null, password_hash = null, is_admin = false, may_author = false,
        last_profile_update = null, last_active_at = null, status = 'deactivated',
        deactivated_at = coalesce(deactivated_at, now()), erased_at = now(), version = version + 1
      where id = $id`,
    ],
  },
  organisation_settings: {
    purpose: 'Settings of the organisation, with the id of the person who changed them',
    ...BOOKKEEPING,
  },
  organisation_logos: { purpose: 'The logo of the organisation', ...BOOKKEEPING },
  people_imports: {
    purpose: 'Imports of people: the file, its columns and the result',
    retention: 'Stays; the rows of the file are in people_import_rows.',
  },
  bulk_changes: {
    purpose: 'Bulk changes of people, so that they can be undone',
    retention: 'Stays; it holds ids of people only.',
  },
  surveys: {
    purpose: 'Surveys with their questions, the id of the owner and the figures that were released',
    ...BOOKKEEPING,
  },
  survey_ticket_keys: {
    purpose: 'Keys that sign the tickets of anonymous surveys; they belong to no person',
    ...BOOKKEEPING,
  },
  survey_submissions: {
    purpose:
      'Answers to anonymous surveys, encrypted and without an author, until they are stored in a batch',
    retention: 'Until the batch is stored, at the latest when the survey closes.',
  },
  tenants: { purpose: 'The organisation and its settings', ...BOOKKEEPING },
  tenant_domains: { purpose: 'The mail domains of the organisation', ...BOOKKEEPING },
  domain_claims: { purpose: 'Mail domains that are not verified yet', ...BOOKKEEPING },
  sign_on_settings: {
    purpose: 'Single sign-on, with the ids of the emergency administrator and the person who changed it last',
    ...BOOKKEEPING,
  },
  sign_on_groups: { purpose: 'What groups of the identity provider mean', ...BOOKKEEPING },
  directory_groups: { purpose: 'Groups of the directory', ...BOOKKEEPING },
  directory_tokens: {
    purpose: 'Tokens of the directory sync, with the id of the person who created them',
    ...BOOKKEEPING,
  },
  webhook_endpoints: {
    purpose: 'Endpoints of webhooks, with the id of the person who added them',
    ...BOOKKEEPING,
  },
  webhook_deliveries: {
    purpose: 'Events for other systems, with ids of people only',
    retention: '30 days.',
  },
  cipher_keys: { purpose: 'Keys of encrypted chats', ...BOOKKEEPING },
  topics: {
    purpose:
      'Content of programs, with the ids of its owner, of the last person who changed it, and of the people who asked for a review or commented on it',
    ...BOOKKEEPING,
  },
  topic_versions: { purpose: 'Content of programs, with the id of its author', ...BOOKKEEPING },
  package_attempts: {
    purpose:
      'What a learner has done in learning packages: result, score, time and the position to continue from',
    retention: ANONYMOUS,
    rows: OWN_ENROLMENTS,
    omit: ['launch_id'],
    erase: [`update package_attempts set location = '', suspend_data = '' where ${OWN_ENROLMENTS}`],
  },
  video_progress: {
    purpose: 'Which parts of a step’s video a learner has watched, and where they stopped',
    retention: ANONYMOUS,
    rows: OWN_ENROLMENTS,
    erase: [`update video_progress set watched = '[]', position = 0 where ${OWN_ENROLMENTS}`],
  },
  packages: {
    purpose: 'Learning packages, videos and files of steps, with the id of the author who uploaded them',
    ...BOOKKEEPING,
  },
  topic_steps: { purpose: 'Content of programs', ...BOOKKEEPING },
  programs: {
    purpose:
      'Programs, with the ids of the owner, of the people who changed and launched them, of coaches and of chosen people',
    ...BOOKKEEPING,
  },
  program_topics: { purpose: 'Topics of programs', ...BOOKKEEPING },
  audit_heads: { purpose: 'The end of each audit log', ...BOOKKEEPING },
  audit_checks: { purpose: 'The last check of each audit log', ...BOOKKEEPING },
  setup_tokens: {
    purpose: 'The one-time address for the first organisation',
    retention: 'Until it is used.',
  },
  schema_migrations: { purpose: 'Migrations that have run', ...BOOKKEEPING },
};

/** The SQL for one person. The id is a number from the database, so it can be part of the text. */
export function forPerson(sql: string, userId: number): string {
  if (!Number.isSafeInteger(userId)) throw new Error(`Invalid user id: ${userId}`);
  return sql.replaceAll('$id', () => String(userId));
}
