import type { SurveyRow } from './surveysRepository.ts';

/** The invitation (0) or the number of a reminder. Each is sent once. */
export const invitationOf = (
  { id, name }: Pick<SurveyRow, 'id' | 'name'>,
  receiverId: number,
  n: number,
) => ({
  receiverId,
  dedupeKey: `survey:${id}:${receiverId}:${n}`,
  body: {
    notificationType: 'COMPLETE_SURVEY_REMINDER' as const,
    payload: { surveyId: id, surveyName: name },
  },
});

/** Tells the person whom the feedback is about that the report is released. */
export const releaseNoticeOf = ({ id, name }: Pick<SurveyRow, 'id' | 'name'>, receiverId: number) => ({
  receiverId,
  dedupeKey: `feedback-released:${id}`,
  body: {
    notificationType: 'FEEDBACK_RELEASED' as const,
    payload: { surveyId: id, surveyName: name },
  },
});
