import type {
  CheckInReview,
  PersonCheckIns,
  QuestionChange,
  ReviewChange,
} from '#contract/learning/checkInReview.ts';
import { CHECK_IN_TREND_PERIODS } from '#contract/learning/checkIns.ts';
import { and, desc, eq, isNotNull } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { checkInComments, checkInQuestions, checkInReminders, checkIns } from '#server/db/schema/checkIns.ts';
import { users } from '#server/db/schema/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { dayOf } from '#server/formats.ts';
import { HttpError, notFound, notPossible } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { type AccessWindow, findParticipants, findWindows } from '#server/people/index.ts';
import { findCheckIn, findCheckInSettings, findComments } from './checkInsRepository.ts';
import { currentPeriod, lastDayOf, periodOf, periodsUntil, stateOf, timingOf } from './periods.ts';
import { presentComments } from './presentCheckIns.ts';
import { answersFor, findReaderAccess, isSent, pointFor, relationsTo, type SentCheckIn } from './readable.ts';
import { reasonsOf } from './reasons.ts';
import { canRemind, findReminders } from './teamCheckIns.ts';
import { hasAnswer } from './visibleAnswers.ts';

/** Data about one person that is read together. */
const MAX_SENT = 52;

const findSentOf = async (tx: TenantTransaction, userId: number): Promise<SentCheckIn[]> =>
  (
    await tx
      .select()
      .from(checkIns)
      .where(and(eq(checkIns.userId, userId), isNotNull(checkIns.sentAt)))
      .orderBy(desc(checkIns.week))
      .limit(MAX_SENT)
  ).filter(isSent);

/** Number of check-ins in which the viewer may read an answer. */
export async function countReadableCheckIns(
  tx: TenantTransaction,
  ids: { viewerId: number; subjectId: number },
  now: Date,
): Promise<number> {
  const sent = await findSentOf(tx, ids.subjectId);
  const access = await findReaderAccess(tx, ids, sent, now);
  return sent.filter((row) => {
    const answers = answersFor(row, access);
    return answers !== null && hasAnswer(answers);
  }).length;
}

const isManager = ({ relation, until }: AccessWindow) => relation === 'manager' && until === null;

/**
 * A check-in that the viewer may review, locked until the end of the transaction. 404 unless the viewer is the current
 * manager.
 */
export async function lockForReview(
  tx: TenantTransaction,
  viewer: Viewer,
  checkInId: string,
  now: Date,
): Promise<SentCheckIn> {
  const [row] = await tx.select().from(checkIns).where(eq(checkIns.id, checkInId)).for('update');
  if (!row || !isSent(row)) throw notFound();
  const windows = await findWindows(tx, { viewerId: viewer.userId, subjectId: row.userId }, now);
  if (relationsTo(row, windows.filter(isManager)).length === 0) throw notFound();
  return row;
}

/** One check-in for the author's manager or coach. */
export async function readReview(
  tx: TenantTransaction,
  viewer: Viewer,
  checkInId: string,
  now: Date,
): Promise<CheckInReview> {
  const [found] = await tx
    .select({ userId: checkIns.userId })
    .from(checkIns)
    .where(eq(checkIns.id, checkInId));
  if (!found || found.userId === viewer.userId) throw notFound();
  const { sent, access, person, timeZone, joinedAt, comments, cadence } = await readOf(
    tx,
    viewer,
    found.userId,
    now,
  );
  const index = sent.findIndex(({ id }) => id === checkInId);
  const row = sent[index];
  const answers = row && answersFor(row, access);
  if (!row || !answers) throw notFound();
  const before = sent[index + 1];
  const previous = before ? answersFor(before, access) : null;
  const period = periodOf(row.week, cadence);
  const isPresentManager = relationsTo(row, access.windows.filter(isManager)).length > 0;
  return {
    checkInId,
    person,
    week: row.week,
    lastDay: lastDayOf(period),
    sentAt: row.sentAt.toISOString(),
    wasLate: row.wasLate,
    state: row.reviewedAt ? 'reviewed' : 'submitted',
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    version: row.version,
    reasons: isPresentManager
      ? reasonsOf({ ...row, answers, previous, isFirst: before === undefined }, now, viewer)
      : [],
    answers,
    previous,
    comments: comments(row.id),
    trend: periodsUntil(period, cadence, CHECK_IN_TREND_PERIODS).map((one) =>
      pointFor(one, sent.find(({ week }) => week === one.start) ?? null, {
        windows: access.windows,
        timeZone,
        joinedAt,
        now,
      }),
    ),
    can: { review: isPresentManager },
  };
}

/**
 * Everything that the viewer may read about one person, newest first. 404 unless the viewer is a current or former
 * manager or coach.
 */
export async function readPersonCheckIns(
  tx: TenantTransaction,
  viewer: Viewer,
  subjectId: number,
  now: Date,
): Promise<PersonCheckIns> {
  const { sent, access, person, timeZone, joinedAt, comments, cadence } = await readOf(
    tx,
    viewer,
    subjectId,
    now,
  );
  if (access.windows.length === 0) throw notFound();
  const current = currentPeriod(now, timeZone, cadence);
  return {
    person,
    trend: periodsUntil(current, cadence, CHECK_IN_TREND_PERIODS).map((one) =>
      pointFor(one, sent.find(({ week }) => week === one.start) ?? null, {
        windows: access.windows,
        timeZone,
        joinedAt,
        now,
      }),
    ),
    data: sent.flatMap((row) => {
      const answers = answersFor(row, access);
      return answers
        ? [
            {
              checkInId: row.id,
              week: row.week,
              lastDay: lastDayOf(periodOf(row.week, cadence)),
              sentAt: row.sentAt.toISOString(),
              reviewedAt: row.reviewedAt?.toISOString() ?? null,
              wasLate: row.wasLate,
              answers,
              comments: comments(row.id),
            },
          ]
        : [];
    }),
  };
}

async function readOf(tx: TenantTransaction, viewer: Viewer, subjectId: number, now: Date) {
  const sent = await findSentOf(tx, subjectId);
  const access = await findReaderAccess(tx, { viewerId: viewer.userId, subjectId }, sent, now);
  const { cadence } = await findCheckInSettings(tx);
  const [user] = await tx
    .select({ timeZone: users.timeZone, joinedAt: users.joinedAt })
    .from(users)
    .where(eq(users.id, subjectId));
  // Comments are between the author and the manager.
  const isReadByManager = access.windows.some(({ relation }) => relation === 'manager');
  const rows = isReadByManager
    ? await findComments(
        tx,
        sent.map(({ id }) => id),
      )
    : [];
  const people = await findParticipants(tx, [subjectId, ...rows.map(({ authorId }) => authorId)]);
  const person = people.get(subjectId);
  if (!user || !person) throw notFound();
  const comments = (checkInId: string) =>
    presentComments(
      rows.filter((row) => row.checkInId === checkInId),
      people,
    );
  return { sent, access, person, ...user, comments, cadence };
}

/** Adds a comment by the author's current manager. */
export async function insertComment(
  tx: TenantTransaction,
  viewer: Viewer,
  { checkInId, text }: { checkInId: string; text: string },
  now: Date,
) {
  const { userId, week } = await lockForReview(tx, viewer, checkInId, now);
  const id = newId();
  await tx
    .insert(checkInComments)
    .values({ id, tenantId: tx.tenantId, checkInId, authorId: viewer.userId, text, at: now });
  return { id, userId, week };
}

/** Adds a comment. The notification to the author does not contain its text. */
export async function addComment(
  tx: TenantTransaction,
  viewer: Viewer,
  comment: { checkInId: string; text: string },
  now: Date,
) {
  const { id, userId, week } = await insertComment(tx, viewer, comment, now);
  await enqueueNotifications(
    tx,
    [
      {
        receiverId: userId,
        dedupeKey: `check-in-comment:${id}`,
        body: {
          notificationType: 'CHECK_IN_COMMENTED',
          payload: { userId: viewer.userId, extraPayload: { week } },
        },
      },
    ],
    now,
  );
}

/** Marks a check-in as reviewed, or undoes that. */
export async function changeReview(
  tx: TenantTransaction,
  viewer: Viewer,
  { checkInId, isReviewed, version, sentAt }: ReviewChange & { checkInId: string },
  now: Date,
) {
  const row = await lockForReview(tx, viewer, checkInId, now);
  if (isReviewed === (row.reviewedAt !== null)) return;
  const isSame = sentAt === undefined ? version === row.version : sentAt === row.sentAt.toISOString();
  if (!isSame)
    throw new HttpError(
      409,
      'conflict',
      'The check-in was sent again while you were reading it. Read the new version, then mark it as reviewed.',
    );
  await tx
    .update(checkIns)
    .set(isReviewed ? { reviewedAt: now, reviewedBy: viewer.userId } : { reviewedAt: null, reviewedBy: null })
    .where(eq(checkIns.id, checkInId));
}

/** Sets the viewer's question to their direct reports for the current or the next period. */
export async function saveQuestion(
  tx: TenantTransaction,
  viewer: Viewer,
  { week, text }: QuestionChange,
  now: Date,
) {
  const { cadence } = await findCheckInSettings(tx);
  const current = currentPeriod(now, viewer.timeZone, cadence);
  if (week !== current.start && week !== current.end)
    throw notPossible('You can ask a question for this period and for the next one.', {
      week: 'is not the first day of this period or the next one',
    });
  await tx.insert(checkInQuestions).values({
    id: newId(),
    tenantId: tx.tenantId,
    managerId: viewer.userId,
    week,
    text,
    askedAt: now,
  });
}

/** Reminds a direct report who is late: at most once a day and twice per period. */
export async function sendReminder(tx: TenantTransaction, viewer: Viewer, userId: number, now: Date) {
  const [report] = await tx
    .select({ timeZone: users.timeZone, firstName: users.firstName, joinedAt: users.joinedAt })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.managerId, viewer.userId), eq(users.status, 'active')));
  if (!report) throw notFound();
  const { cadence } = await findCheckInSettings(tx);
  const { start: week, end } = currentPeriod(now, report.timeZone, cadence);
  const row = await findCheckIn(tx, { userId, week });
  if (
    stateOf(row, timingOf({ start: week, end }, report.timeZone), { now, joinedAt: report.joinedAt }) !==
    'late'
  )
    throw notPossible(`${report.firstName} is not late with this check-in, so no reminder is needed.`);
  const day = dayOf(now, viewer);
  const sent = (await findReminders(tx, [userId], week)).filter((reminder) => reminder.week === week);
  if (!canRemind(sent, day)) throw remindedAlready(report.firstName);
  const { rowCount } = await tx
    .insert(checkInReminders)
    .values({ tenantId: tx.tenantId, userId, week, day, sentBy: viewer.userId, sentAt: now })
    .onConflictDoNothing();
  if (rowCount === 0) throw remindedAlready(report.firstName);
  await enqueueNotifications(
    tx,
    [
      {
        receiverId: userId,
        dedupeKey: `check-in-reminder:${userId}:${week}:${day}`,
        body: { notificationType: 'CHECK_IN_REMINDER', payload: { userId: viewer.userId } },
      },
    ],
    now,
  );
}

const remindedAlready = (firstName: string) =>
  notPossible(
    `${firstName} has already been reminded. You can send a reminder once a day, and twice for each check-in.`,
  );
