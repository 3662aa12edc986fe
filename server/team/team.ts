import type { TeamMember, TeamPage } from '#contract/home.ts';
import type { TenantTransaction } from '../db/withTenant.ts';
import {
  type AnsweredChange,
  dayInWords,
  dayOf,
  daysBetween,
  dueInWords,
  findAnsweredChanges,
  findReports,
  learnerPath,
  plural,
  quietSince,
  reportObjectivePath,
} from '../home/index.ts';
import type { Viewer } from '../http/viewer.ts';
import { participantOf } from '../people/index.ts';
import { findStandings, percentOf, type ReportStanding } from '../programs/index.ts';

type Reason = TeamMember['reasons'][number];
/** What is most pressing stands first. */
const RANK: Record<Reason['kind'], number> = {
  confirm: 0,
  overdue: 1,
  quiet: 2,
  objective: 3,
  ready: 4,
  choosing: 5,
  invited: 6,
};
/** An invitation that nobody has answered for so long. */
const UNANSWERED_DAYS = 7;

/** The people who report to the viewer, those who need something first, a page of them. */
export async function readTeam(
  tx: TenantTransaction,
  viewer: Viewer,
  { search, offset, limit }: { search: string; offset: number; limit: number },
  now: Date,
): Promise<TeamPage> {
  const [reports, all, answered] = await Promise.all([
    findReports(tx, viewer, search),
    findStandings(tx, viewer.userId),
    findAnsweredChanges(tx, viewer, now),
  ]);
  const standings = Map.groupBy(all, ({ userId }) => userId);
  const answers = Map.groupBy(answered, ({ ownerId }) => ownerId);
  const members = reports.map((report) => {
    const own = standings.get(report.id) ?? [];
    const reasons = [
      ...own.flatMap((standing) => reasonsFor(standing, now, viewer.timeZone)),
      ...(answers.get(report.id) ?? []).map(answerReason),
    ].sort((a, b) => RANK[a.kind] - RANK[b.kind]);
    return { report, own, reasons };
  });
  const rankOf = ({ reasons: [first] }: (typeof members)[number]) => (first ? RANK[first.kind] : 9);
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
        lastActiveAt: lastActiveAt?.toISOString() ?? null,
      })),
    })),
    total: members.length,
    needing: members.filter(({ reasons }) => reasons.length > 0).length,
  };
}

/** They want to talk about what the viewer changed in an objective of theirs, or have put it back. */
const answerReason = (answer: AnsweredChange): Reason => ({
  kind: 'objective',
  text:
    answer.response === 'disputed'
      ? `Wants to talk about your change of “${answer.title}”.`
      : `Put back what you changed in “${answer.title}”.`,
  path: reportObjectivePath(answer),
});

/** Why this person is at the top: late, quiet, without topics, or with a topic that waits for one last press. */
function reasonsFor(standing: ReportStanding, now: Date, timeZone: string): Reason[] {
  const { enrolment, programName, dueOn, ready, asked, joinedAt } = standing;
  const reasons: Reason[] = [];
  const add = (kind: Reason['kind'], text: string) =>
    void reasons.push({ kind, text, path: learnerPath(standing) });
  if (asked.length > 0) add('confirm', `Waits for you to confirm “${asked[0]?.title}” in ${programName}.`);
  const isUnderWay = enrolment === 'active' || enrolment === 'ready_to_finish';
  if (isUnderWay && dueOn !== null && dueOn < dayOf(now, timeZone))
    add('overdue', `${programName} was due ${dueInWords(dueOn)}.`);
  const since = quietSince(standing, now);
  if (since)
    add(
      'quiet',
      `Nothing in ${programName} since ${dayInWords(since, timeZone)}, ${daysBetween(since, now)} days.`,
    );
  if (isUnderWay && ready > 0)
    add('ready', `${plural(ready, 'topic is', 'topics are')} ready to complete in ${programName}.`);
  if (enrolment === 'choosing') add('choosing', `Has not chosen topics in ${programName} yet.`);
  if (enrolment === 'invited' && daysBetween(joinedAt, now) >= UNANSWERED_DAYS)
    add(
      'invited',
      `Has not answered the invitation to ${programName} since ${dayInWords(joinedAt, timeZone)}.`,
    );
  return reasons;
}
