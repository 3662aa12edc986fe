import { RETAKE_DAYS, RETAKE_SESSIONS } from '#contract/learning/propensity.ts';
import { privateData } from '#contract/visibility.ts';
import { formatDay, type Region } from '#server/formats.ts';
import { timeToAnswerAgain } from '#server/learning/propensity/index.ts';
import type { PlainNeed } from './needs.ts';

/** The viewer's latest readiness answers. */
export interface ReadinessFacts {
  answeredAt: string;
  /** The time of the session after which an early repeat makes sense; null if fewer sessions were held. */
  lastSessionAt: string | null;
}

/** The latest readiness answers of the viewer and the third session that was held since, as JSON; null without answers. */
export const readinessFacts = ({ user }: Record<'user', string>) => `(
  select json_build_object('answeredAt', r.answered_at, 'lastSessionAt', (
      select s.starts_at from coaching_sessions as s
      where s.learner_id = ${user} and s.state in ('held', 'completed') and s.starts_at > r.answered_at
      order by s.starts_at offset ${RETAKE_SESSIONS - 1} limit 1))
  from propensity_results as r where r.user_id = ${user} order by r.answered_at desc limit 1)`;

/** The readiness questions: the first time, and again when a change can be seen. */
export function readinessNeeds(
  facts: ReadinessFacts | null,
  { now, region }: { now: Date; region: Region },
): PlainNeed[] {
  if (!facts) return [firstTime];
  const answeredAt = new Date(facts.answeredAt);
  const lastSessionAt = facts.lastSessionAt === null ? null : new Date(facts.lastSessionAt);
  if (now < timeToAnswerAgain(answeredAt, lastSessionAt)) return [];
  return [
    {
      key: `propensity_again:${facts.answeredAt.slice(0, 10)}`,
      kind: 'propensity_again',
      group: 'week',
      title: 'Answer the readiness questions again',
      reason: `You answered on ${formatDay(answeredAt, region)}. After ${lastSessionAt ? `${RETAKE_SESSIONS} coaching sessions` : `${RETAKE_DAYS} days`}, new answers can show a change.`,
      verb: 'Answer again',
      path: '/survey/propensity?answer=again',
    },
  ];
}

const firstTime: PlainNeed = {
  key: 'propensity',
  kind: 'propensity',
  group: 'today',
  title: 'Answer the readiness questions',
  reason: `13 short statements, about 3 minutes. ${privateData.readiness.own} It helps you choose where to start.`,
  verb: 'Answer questions',
  path: '/survey/propensity',
};
