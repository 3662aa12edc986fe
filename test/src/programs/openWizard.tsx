import type {
  ProgramChange,
  ProgramOptions,
  ProgramSetup,
  ReviewChange,
} from '#contract/learning/programSetup.ts';
import Admin from '#src/admin/Admin.tsx';
import { blankProgram } from '#src/programs/setup/useProgramDocument.ts';
import { aUser } from '#test/fixtures/people.ts';
import { aTopic as aLearnersTopic, aProgram, aStep } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem, type Answer as RouteAnswer } from '#test/support/fakeApi.ts';

export const ada = { userId: 90, firstName: 'Ada', lastName: 'Lovelace', initials: 'AL', userAvatar: null };
export const PROGRAM_ID = 'p'.repeat(16);
export const url = `/api/programs/${PROGRAM_ID}`;
export const aTopic = (letter: string, title: string, minutes = 30) => ({
  topicId: letter.repeat(16),
  title,
  behaviorName: `Does ${title}`,
  state: 'published' as const,
  steps: 3,
  minutes,
});
export const options: ProgramOptions = {
  topics: [aTopic('a', 'Ask first'), aTopic('b', 'Close with owners', 45)],
  departments: [{ departmentId: 4, name: 'Sales', parentId: null, people: 12 }],
  everyone: 60,
  surveys: [{ surveyId: 's'.repeat(16), surveyName: 'Your start' }],
  isForLine: false,
};

/** A server that stores one program as it is saved. */
export function openWizard(
  at: string,
  start: Partial<ProgramSetup> = {},
  more: Record<string, RouteAnswer> = {},
  screens = <Admin />,
) {
  const server = {
    setup: { ...blankProgram, programId: PROGRAM_ID, version: 1, ...start } as ProgramSetup,
    created: [] as unknown[],
    changes: [] as unknown[],
    launches: 0,
    reviews: [] as ReviewChange[],
    polls: 0,
  };
  const save = (change: Partial<ProgramChange>) => {
    const setup = { ...server.setup, ...change, version: server.setup.version + 1 } as ProgramSetup;
    setup.topics = options.topics.filter(({ topicId }) => setup.topicIds.includes(topicId));
    server.setup = setup;
    return json(setup);
  };
  const view = show(screens, {
    client: {
      at,
      user: aUser({ roles: { isAdmin: false, hasReports: true, mayAuthor: false } }),
      answers: {
        'GET /api/programs/options': () => json(options),
        [`GET ${url}/setup`]: () => {
          const { launch } = server.setup;
          if (launch && ++server.polls > 1)
            server.setup = {
              ...server.setup,
              launch: { ...launch, invited: launch.total, endedAt: '2026-11-21T08:00:00.000Z' },
            };
          return json(server.setup);
        },
        'POST /api/programs': async (request) => {
          const fields = (await request.json()) as Partial<ProgramChange>;
          server.created.push(fields);
          return save(fields);
        },
        [`GET ${url}/preview`]: () => {
          const steps = [
            aStep({ stepKey: 's1', title: 'Look back', kind: 'reflection' }),
            aStep({ stepKey: 's2', title: 'Talk about it', kind: 'session' }),
          ];
          const topics = [aLearnersTopic({ state: 'not_selected', steps })];
          return json(aProgram({ enrolment: 'choosing', topics }));
        },
        [`PATCH ${url}`]: async (request) => {
          const { version, isDraft, ...change } = (await request.json()) as ProgramChange;
          const isLate = isDraft && server.setup.status !== 'draft';
          if (isLate || version !== server.setup.version) return problem(409, 'conflict');
          server.changes.push(change);
          return save(change);
        },
        [`POST ${url}/consequences`]: () => json({ data: [{ kind: 'texts', learners: 60 }] }),
        [`PUT ${url}/review`]: async (request) => {
          const change = (await request.json()) as ReviewChange;
          server.reviews.push(change);
          const askedAt = change.action === 'ask' ? '2026-11-21T08:00:00.000Z' : null;
          server.setup = {
            ...server.setup,
            version: change.version + 1,
            review: { askedAt, note: null },
          };
          return json(server.setup);
        },
        ...more,
        [`POST ${url}/launch`]: () => {
          server.launches += 1;
          server.setup = {
            ...server.setup,
            status: 'active',
            launch: {
              at: '2026-11-21T08:00:00.000Z',
              by: null,
              total: 60,
              invited: 31,
              joined: 0,
              endedAt: null,
              failedAt: null,
            },
          };
          return json(server.setup);
        },
      },
    },
  });
  return { ...view, server };
}
