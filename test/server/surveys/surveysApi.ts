import type { Question } from '#contract/surveys/questions.ts';
import type { Survey, SurveyChange } from '#contract/surveys/surveys.ts';
import type { Answer, TestApi } from '#test/support/api.ts';
import type { Role, TestOrganisation } from '#test/support/testOrganisation.ts';

export const rating: Question = {
  key: 'q1',
  type: 'rating',
  text: 'I know what is expected of me',
  required: true,
  points: 5,
  lowLabel: 'Disagree',
  highLabel: 'Agree',
};
export const comment: Question = { key: 'q2', type: 'long', text: 'What should change?', required: false };
export const withQuestions = (...questions: Question[]) => ({
  version: 1 as const,
  sections: [{ key: 's1', title: '', questions }],
});

type Caller = Awaited<ReturnType<TestApi['as']>>;
export const ROLES: readonly Role[] = ['learner', 'manager', 'coach', 'admin', 'colleague', 'newcomer'];

/** Surveys of a new organisation with 6 people, run by its administrator. */
export async function startSurveys(api: TestApi) {
  const org = await api.organisation();
  const admin = await api.as(org, org.admin);
  await admin.patch('/api/admin/settings', { version: 0, minGroupSize: 3 });
  return { org, admin, ...surveysOf(api, org, admin) };
}

export function surveysOf(api: TestApi, org: TestOrganisation, runner: Caller) {
  const at = (survey: Pick<Survey, 'surveyId'>, rest = '') => `/api/surveys/${survey.surveyId}${rest}`;
  const create = async (change: Omit<SurveyChange, 'version'> = {}) => {
    const { body } = await runner.post<Survey>('/api/surveys', { surveyName: 'A pulse' });
    const { body: survey } = await runner.patch<Survey>(at(body), {
      version: 1,
      questions: withQuestions(rating, comment),
      k: 3,
      ...change,
    });
    return survey;
  };
  const move = (survey: Survey, state: string, caller = runner): Promise<Answer<Survey>> =>
    caller.put<Survey>(at(survey, '/state'), { state, version: survey.version });
  const open = async (change: Omit<SurveyChange, 'version'> = {}) =>
    (await move(await create(change), 'open')).body;
  const answer = async (survey: Survey, role: Role, answers: Record<string, unknown>) =>
    (await api.as(org, org[role])).post(at(survey, '/responses'), { answers });
  const release = async (survey: Survey) => {
    const { body: closed } = await move(survey, 'closed');
    return (await move(closed, 'released')).body;
  };
  return { at, create, move, open, answer, release };
}
