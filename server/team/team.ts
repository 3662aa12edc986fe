import type { Pool } from 'pg';
import type { TeamMember, TeamPage } from '#contract/team.ts';
import { readPrepared } from '#server/db/preparedReads.ts';
import {
  type AnsweredChange,
  answeredChanges,
  answeredSince,
  findReasons,
  reportChangePath,
  reports,
  verbOf,
} from '#server/home/index.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  oneReportSummaries,
  type ProgressSummary,
  percentOf,
  reportSummaries,
} from '#server/learning/programs/index.ts';
import { participantOf, searchText } from '#server/people/index.ts';

type Reason = TeamMember['reasons'][number];
/** The most urgent reason has the lowest rank. */
const RANK: Record<Reason['kind'], number> = {
  confirm: 0,
  overdue: 1,
  quiet: 2,
  objective: 3,
  ready: 4,
  choosing: 5,
  invited: 6,
};

/** One page of the viewer's reports. Reports who need attention come first. */
export async function readTeam(
  pool: Pool,
  viewer: Viewer,
  { search, offset, limit }: { search: string; offset: number; limit: number },
  now: Date,
): Promise<TeamPage> {
  const [rows, all, answered] = await readPrepared(pool, viewer.tenantId, [
    reports(viewer.userId, searchText(search)),
    reportSummaries(viewer.userId),
    answeredChanges(viewer.userId, answeredSince(now).toISOString()),
  ]);
  const summaries = Map.groupBy(all, ({ userId }) => userId);
  const answers = Map.groupBy(answered, ({ ownerId }) => ownerId);
  const members = rows.map((report) => {
    const own = summaries.get(report.id) ?? [];
    return { report, own, reasons: reasonsOf(own, answers.get(report.id) ?? [], now, viewer) };
  });
  // People without any activity are not on track, so the screen lists them last in a separate group.
  const rankOf = ({ own, reasons: [first] }: (typeof members)[number]) =>
    first ? RANK[first.kind] : own.some(({ lastActiveAt }) => lastActiveAt) ? 8 : 9;
  members.sort((a, b) => rankOf(a) - rankOf(b));
  return {
    data: members.slice(offset, offset + limit).map(({ report, own, reasons }) => ({
      ...participantOf(report),
      title: report.title,
      reason: reasons[0]?.text ?? null,
      reasons,
      programs: own.map(({ programId, programName, enrolment, done, total, lastActiveAt }) => ({
        programId,
        programName,
        enrolment,
        progress: { done, total, percent: percentOf(done, total) },
        lastActiveAt: lastActiveAt && new Date(lastActiveAt).toISOString(),
      })),
    })),
    total: members.length,
    needing: members.filter(({ reasons }) => reasons.length > 0).length,
  };
}

/** Why one report needs attention. Empty for a person who does not report to the viewer. */
export async function readReasons(
  pool: Pool,
  viewer: Viewer,
  reportId: number,
  now: Date,
): Promise<Reason[]> {
  const [own, answered] = await readPrepared(pool, viewer.tenantId, [
    oneReportSummaries(viewer.userId, reportId),
    answeredChanges(viewer.userId, answeredSince(now).toISOString()),
  ]);
  const answers = answered.filter(({ ownerId }) => ownerId === reportId);
  return reasonsOf(own, answers, now, viewer);
}

/** The reasons of one report, most urgent first. */
const reasonsOf = (
  own: readonly ProgressSummary[],
  answers: readonly AnsweredChange[],
  now: Date,
  viewer: Viewer,
): Reason[] =>
  [...own.flatMap((summary) => findReasons(summary, now, viewer)), ...answers.map(answerReason)].sort(
    (a, b) => RANK[a.kind] - RANK[b.kind],
  );

/** The owner has restored the version before the viewer's edit of an objective. */
const answerReason = (answer: AnsweredChange): Reason => ({
  kind: 'objective',
  text: `Restored “${answer.title}” as it was before your change.`,
  verb: verbOf('objective'),
  path: reportChangePath(answer),
});
