import { listQuestions } from '#contract/surveys/questions.ts';
import type { Figures, Round } from '#contract/surveys/results.ts';
import { and, eq, isNotNull, ne, or, sql } from '#server/db/drizzle.ts';
import { surveyParticipations, surveys } from '#server/db/schema/surveys.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import type { EarlierRelease, Members } from './overTime.ts';
import type { SurveyRow } from './surveysRepository.ts';

/** Releases are judged one after another, so that each release takes the earlier ones into account. */
export const lockReleases = (tx: TenantTransaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('survey releases'), ${tx.tenantId})`);

/** Who answered. For an anonymous survey: who started it, because the authors are not known. */
export async function readMembers(tx: TenantTransaction, surveyId: string): Promise<Members> {
  const rows = await tx
    .select({ userId: surveyParticipations.userId, segmentId: surveyParticipations.segmentId })
    .from(surveyParticipations)
    .where(
      and(
        eq(surveyParticipations.surveyId, surveyId),
        or(isNotNull(surveyParticipations.answeredOn), isNotNull(surveyParticipations.ticketRequest)),
      ),
    );
  return new Map(rows.map(({ userId, segmentId }) => [userId, segmentId]));
}

/** All released surveys with protected figures that have a question in common with this one. */
export async function readEarlierReleases(
  tx: TenantTransaction,
  survey: SurveyRow,
): Promise<EarlierRelease[]> {
  const released = await tx
    .select({ id: surveys.id, results: surveys.results, segments: surveys.segments })
    .from(surveys)
    .where(and(isNotNull(surveys.results), ne(surveys.mode, 'named'), ne(surveys.id, survey.id)))
    .orderBy(surveys.releasedAt);
  const texts = new Set(listQuestions(survey.questions).map(({ text }) => text));
  const earlier: EarlierRelease[] = [];
  for (const { id, results, segments } of released)
    if (results?.questions.some(({ text }) => texts.has(text)))
      earlier.push({ figures: results, segments: segments ?? [], members: await readMembers(tx, id) });
  return earlier;
}

/** The earlier rounds of a repeated survey with their released means, oldest first. */
export async function readRounds(tx: TenantTransaction, { repeats }: SurveyRow): Promise<Round[]> {
  if (repeats === null) return [];
  const { rows } = await tx.execute<{
    id: string;
    name: string;
    releasedAt: Date | string;
    results: Figures;
  }>(sql`
    with recursive round as (
      select * from surveys where id = ${repeats}
      union select s.* from surveys as s join round on s.id = round.repeats)
    select id, name, released_at as "releasedAt", results from round
    where results is not null order by released_at`);
  return rows.map(({ id, name, releasedAt, results }) => ({
    surveyId: id,
    surveyName: name,
    releasedAt: new Date(releasedAt).toISOString(),
    means: Object.fromEntries(
      results.questions.map(({ key, items }) => [
        key,
        items.map(({ total }) => (total.kind === 'figures' ? total.mean : null)),
      ]),
    ),
  }));
}
