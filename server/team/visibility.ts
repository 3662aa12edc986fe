import { RATINGS_MIN_LEARNERS, RATINGS_MIN_SESSIONS } from '#contract/learning/coachees.ts';
import type { OwnVisibility, Visibility, VisibleThing } from '#contract/team.ts';
import { privateData, SHARED_OBJECTIVES_RULE } from '#contract/visibility.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { formatFullDate, sentences } from '#server/formats.ts';
import { notFound } from '#server/http/httpError.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findDepartures } from '#server/learning/programs/index.ts';
import { type AccessWindow, findParticipants, findWindows } from '#server/people/index.ts';
import { accessOf, findAccess } from './access.ts';
import { findVisibleContent, type VisibleContent } from './visibleContent.ts';
import { findVisibleRecords, type VisibleRecords } from './visibleRecords.ts';

/** The data about a person that the viewer can see. The person sees the same list on their profile (decision 0029). */
export async function readVisibility(
  tx: TenantTransaction,
  viewer: Viewer,
  subjectId: number,
  now: Date,
): Promise<Visibility> {
  const ids = { viewerId: viewer.userId, subjectId };
  const { windows } = await findAccess(tx, ids, now);
  const visibility = await visibilityOf(tx, ids, windows, now, viewer);
  if (!visibility) throw notFound();
  return visibility;
}

/** Everyone who can see data of the viewer, including former managers and coaches. */
export async function readOwnVisibility(
  tx: TenantTransaction,
  viewer: Viewer,
  now: Date,
): Promise<OwnVisibility> {
  const windows = await findWindows(tx, { subjectId: viewer.userId }, now);
  const data: Visibility[] = [];
  for (const [viewerId, own] of Map.groupBy(windows, (window) => window.viewerId)) {
    const visibility = await visibilityOf(tx, { viewerId, subjectId: viewer.userId }, own, now, viewer);
    if (visibility) data.push(visibility);
  }
  return { data };
}

async function visibilityOf(
  tx: TenantTransaction,
  ids: { viewerId: number; subjectId: number },
  windows: AccessWindow[],
  now: Date,
  reader: Pick<Viewer, 'locale'>,
): Promise<Visibility | null> {
  const people = await findParticipants(tx, [ids.viewerId, ids.subjectId]);
  const [viewer, subject] = [people.get(ids.viewerId), people.get(ids.subjectId)];
  const access = accessOf(windows);
  if (!viewer || !subject || !access) return null;
  const [content, departures] = await Promise.all([
    findVisibleContent(tx, ids, windows),
    findDepartures(tx, { viewerId: ids.viewerId, userId: ids.subjectId }, now),
  ]);
  const records = await findVisibleRecords(tx, ids, { plans: content.plans, windows, now });
  return {
    subject,
    viewer,
    access,
    things: presentVisibleThings(content, { ...records, departures: departures.length }, access, reader),
  };
}

function presentVisibleThings(
  { plans, objectives }: VisibleContent,
  records: VisibleRecords & { departures: number },
  access: Visibility['access'],
  reader: Pick<Viewer, 'locale'>,
): VisibleThing[] {
  const isFormer = access.until !== null;
  const completed = plans.flatMap(({ topics }) => topics.filter(({ completedAt }) => completedAt)).length;
  const former =
    access.until &&
    access.readableUntil &&
    `Shows the state on ${formatFullDate(access.until, reader)}. Visible until ${formatFullDate(access.readableUntil, reader)}.`;
  const isManager = access.relation === 'manager';
  const things: (Omit<VisibleThing, 'isPerItem'> & { isPerItem?: true })[] = [
    {
      thing: 'Programs, selected topics and progress',
      isVisible: true,
      rule: sentences(
        isManager
          ? 'Visible to the manager, unless the program is hidden from managers.'
          : 'Visible to the coach of the program.',
        former,
      ),
      count: plans.length,
    },
    {
      thing: 'Completed topics',
      isVisible: true,
      rule: sentences(
        isManager
          ? 'The manager sees them in each visible program, and is notified when a topic is completed.'
          : 'The coach sees them in each visible program, and is notified when a topic is completed.',
        former,
      ),
      count: completed,
    },
    {
      thing: 'Reasons for leaving a program',
      isVisible: true,
      rule: isManager
        ? 'Visible to the manager on the day the person left, unless the program is hidden from managers.'
        : 'Visible to the coach of the program on the day the person left.',
      count: records.departures,
    },
    {
      thing: 'Coaching sessions',
      isVisible: true,
      rule: sentences('Who meets, when, and whether the session was held, in each visible program.', former),
      count: records.sessions,
    },
    {
      thing: 'Shared notes, agenda and actions of coaching sessions',
      isVisible: true,
      isPerItem: true,
      rule: 'Only the two people in a session can read them. The learner can also show them to their current coach and manager.',
      count: records.sharedNotes,
    },
    {
      thing: 'Check-ins',
      isVisible: true,
      isPerItem: true,
      rule: sentences(
        'The author chooses for each answer: only the author, the manager, the coaches, or the manager and the coaches.',
        isFormer ? 'Only check-ins that were sent during this relationship.' : null,
      ),
      count: records.checkIns,
    },
    {
      thing: 'Survey answers with names',
      isVisible: records.namedSurveys !== null,
      rule: 'In surveys with names, the owner of the survey and administrators can read who gave which answer when the results are released. Other surveys show no names. Each survey says who can see the answers before it starts.',
      count: records.namedSurveys,
    },
    {
      thing: '360 feedback reports',
      isVisible: records.feedbackReports !== null,
      rule: 'The person and their current coaches can read a report when it is released.',
      count: records.feedbackReports,
    },
    {
      thing: 'Readiness result',
      isVisible: records.readinessResults !== null,
      rule: 'The person decides whether their current coaches can see the latest result. The answers are never shared.',
      count: records.readinessResults,
    },
    {
      thing: 'Other programs',
      isVisible: false,
      rule: 'Programs that are hidden from managers, have another coach, or ended before this relationship began.',
      count: null,
    },
    {
      thing: 'Shared objectives',
      isVisible: !isFormer,
      isPerItem: true,
      rule: isFormer ? 'Visible to the current manager and coach only.' : SHARED_OBJECTIVES_RULE,
      count: isFormer ? null : objectives.length,
    },
    {
      thing: 'Progress notes on shared objectives',
      isVisible: !isFormer,
      isPerItem: true,
      rule: 'Only notes that are marked as shared.',
      count: isFormer
        ? null
        : objectives.reduce(
            (sum, { objective }) => sum + objective.notes.filter(({ isShared }) => isShared).length,
            0,
          ),
    },
    {
      thing: 'Private notes and agenda items of coaching sessions',
      isVisible: false,
      rule: 'Only the person who wrote them can read them.',
      count: null,
    },
    {
      thing: 'Ratings of coaching sessions',
      isVisible: false,
      rule: `The coach only sees averages of at least ${RATINGS_MIN_SESSIONS} sessions with at least ${RATINGS_MIN_LEARNERS} people.`,
      count: null,
    },
    // API responses for other people never contain it.
    ...Object.values(privateData).map(({ thing, rule }) => ({ thing, isVisible: false, rule, count: null })),
  ];
  return things.map((thing) => ({ isPerItem: false, ...thing }));
}
