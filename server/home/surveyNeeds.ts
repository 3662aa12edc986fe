import { minutesOf, type Question } from '#contract/surveys/questions.ts';
import { dayOf, formatDueDate, plural, type Region } from '#server/formats.ts';
import type { PlainNeed } from './needs.ts';

/** A survey that the viewer has not answered yet. */
export interface WaitingSurvey {
  surveyId: string;
  surveyName: string;
  /** The last day for answers, in the time zone of the survey's owner. */
  closesOn: string | null;
  hasDraft: boolean;
  /** The viewer answers 360 feedback about themselves. */
  isSelf: boolean;
  questions: Question[];
}

/** The viewer's open surveys without an answer, as JSON. */
export const waitingSurveys = ({ user, now }: Record<'user' | 'now', string>) => `
  select json_build_object('surveyId', s.id, 'surveyName', s.name, 'closesOn', s.closes_on,
    'hasDraft', p.draft is not null, 'isSelf', coalesce(s.subject_id = p.user_id, false),
    'questions', (select coalesce(jsonb_agg(question), '[]') from jsonb_array_elements(s.questions -> 'sections') as section,
      jsonb_array_elements(section -> 'questions') as question))
  from survey_participations as p
  join surveys as s on s.id = p.survey_id and s.state = 'open' and (s.closes_at is null or s.closes_at > ${now})
  where p.user_id = ${user} and p.answered_on is null
  order by s.closes_at nulls last, s.opened_at, s.id`;

export const surveyNeeds = (
  surveys: readonly WaitingSurvey[],
  { now, region }: { now: Date; region: Region },
): PlainNeed[] =>
  surveys.map(({ surveyId, surveyName, closesOn, hasDraft, isSelf, questions }) => ({
    key: `survey:${surveyId}`,
    kind: 'survey',
    group: closesOn !== null && closesOn <= dayOf(now, region) ? 'today' : 'week',
    title: `Answer the survey “${surveyName}”`,
    reason: [
      ...(isSelf ? ['You answer about yourself.'] : []),
      ...(closesOn === null ? [] : [`The last day is ${formatDueDate(closesOn, now, region)}.`]),
      hasDraft
        ? 'Your answers so far are saved.'
        : plural(
            minutesOf(questions),
            'It takes about 1 minute. Before the first question, you see who can read your answers.',
            `It takes about ${minutesOf(questions)} minutes. Before the first question, you see who can read your answers.`,
          ),
    ].join(' '),
    verb: hasDraft ? 'Continue' : 'Answer survey',
    path: `/survey/participate/${surveyId}`,
  }));

/** 360 feedback that cannot open before the viewer acts, or whose report about the viewer is new. */
export interface WaitingFeedback {
  surveyId: string;
  surveyName: string;
  phase: 'nominating' | 'approving' | 'released';
}

/** How long a report is new, unless the person marks it as done. */
const NEW_DAYS = 14;

export const waitingFeedback = ({ user, now }: Record<'user' | 'now', string>) => `
  select json_build_object('surveyId', s.id, 'surveyName', s.name,
    'phase', case when s.state = 'draft' then s.phase else 'released' end)
  from surveys as s
  where (s.state = 'draft' and ((s.phase = 'nominating' and s.subject_id = ${user})
      or (s.phase = 'approving' and s.owner_id = ${user} and s.subject_id <> ${user})))
    or (s.subject_id = ${user} and s.feedback is not null
      and s.released_at > ${now} - interval '${NEW_DAYS} days')
  order by s.created_at, s.id`;

export const feedbackNeeds = (feedback: readonly WaitingFeedback[]): PlainNeed[] =>
  feedback.map(({ surveyId, surveyName, phase }) => ({
    kind: 'survey',
    group: 'week',
    ...{
      nominating: {
        key: `feedback:nominating:${surveyId}`,
        path: `/survey/edit/${surveyId}?show=raters`,
        title: `Nominate people for “${surveyName}”`,
        reason: 'You choose who gives feedback about you.',
        verb: 'Nominate people',
      },
      approving: {
        key: `feedback:approving:${surveyId}`,
        path: `/survey/edit/${surveyId}?show=people`,
        title: `Approve the people for “${surveyName}”`,
        reason: 'The nominations are complete, and the feedback is not open yet.',
        verb: 'Review people',
      },
      released: {
        key: `feedback_released:${surveyId}`,
        path: `/survey/results/${surveyId}?show=feedback`,
        title: `Read your feedback from “${surveyName}”`,
        reason: 'The report is ready. Only you and your coaches can read it.',
        verb: 'View feedback',
      },
    }[phase],
  }));
