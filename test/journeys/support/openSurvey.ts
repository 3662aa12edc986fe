import { expect } from '@playwright/test';
import type { SessionUser } from '#contract/access/session.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { rating, withQuestions } from '#test/server/surveys/surveysApi.ts';
import type { apiAs } from './api.ts';

/** Opens a named survey with one question. Only its runner is asked; learners are asked by a step. */
export async function openSurvey(runner: Awaited<ReturnType<typeof apiAs>>, surveyName: string) {
  const { userId } = (await runner.get<SessionUser>('/api/session')).body;
  const { body: draft } = await runner.post<Survey>('/api/surveys', { surveyName });
  const at = `/api/surveys/${draft.surveyId}`;
  const { body: survey } = await runner.patch<Survey>(at, {
    version: 1,
    mode: 'named',
    questions: withQuestions(rating),
    audience: { ...draft.audience, everyone: false, userIds: [userId] },
  });
  const opened = await runner.put<Survey>(`${at}/state`, { state: 'open', version: survey.version });
  expect(opened.body).toMatchObject({ state: 'open' });
}
