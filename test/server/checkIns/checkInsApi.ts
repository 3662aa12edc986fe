import type { CheckIn, CheckInAnswers, CheckInChange, CheckIns } from '#contract/learning/checkIns.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation, TestPerson } from '#test/support/testOrganisation.ts';

/** Answers that only their author can read, with changes. */
export const answersWith = (over: Partial<CheckInAnswers> = {}): CheckInAnswers => ({
  mood: { value: null, readers: 'only-me' },
  workload: { value: null, readers: 'only-me' },
  objectives: { notes: [], readers: 'only-me' },
  practice: { count: null, text: '', readers: 'only-me' },
  win: { text: '', readers: 'only-me' },
  blocker: { text: '', readers: 'only-me' },
  question: null,
  ...over,
});

/** A person with their check-in of this period. */
export async function checkInOf(api: TestApi, org: TestOrganisation, person: TestPerson) {
  const caller = await api.as(org, person);
  const overview = async () => (await caller.get<CheckIns>('/api/check-ins')).body;
  const { week } = (await overview()).current;
  const put = (change: CheckInChange, at = week) => caller.put<CheckIn>(`/api/check-ins/${at}`, change);
  const version = async () => (await overview()).current.version;
  return {
    ...caller,
    week,
    overview,
    put,
    version,
    send: async (over: Partial<CheckInAnswers>) =>
      put({ action: 'send', version: await version(), answers: answersWith(over), skipReason: null }),
  };
}
