import { intervalOf } from '#contract/insights/figures.ts';
import type { InsightPeopleFilter, Insights, StepFigures } from '#contract/insights/insights.ts';
import { conditionOf, definitions, measureNames, stages } from '#contract/insights/measures.ts';
import { fullName } from '#contract/people.ts';
import type { TenantTransaction } from '#server/db/withTenant.ts';
import { plural } from '#server/formats.ts';
import { csvLine } from '#server/http/csv.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { findPeople } from './people.ts';
import { type Read, readInsights } from './readInsights.ts';
import type { InsightsScope } from './scope.ts';
import { readStepFigures } from './steps.ts';

/** Excel reads a file as UTF-8 only with this mark. */
const BOM = '\uFEFF';

const headOf = ({ programName, asOf, department, minGroupSize, managerIds }: InsightsScope) => [
  csvLine(['Program', programName]),
  csvLine(['As of', asOf.toISOString()]),
  csvLine(['People', managerIds === null ? 'All' : 'Your reporting line']),
  csvLine(['Department', department?.name ?? 'All']),
  csvLine(['Smallest group of confidential figures', minGroupSize]),
  csvLine([]),
];

/** The figures of the screen, read by the same function. */
export async function exportFigures(read: Read, scope: InsightsScope): Promise<string> {
  const [insights, steps] = await Promise.all([
    readInsights(read, scope),
    read((tx) => readStepFigures(tx, scope)),
  ]);
  return BOM + [...headOf(scope), ...figureLines(insights), ...stepLines(steps)].join('');
}

const stepLines = ({ data }: StepFigures): string[] => [
  csvLine([]),
  csvLine(['Topic', 'First open step', 'Learners', 'Stalled']),
  ...data.map(({ topicTitle, title, learners, stalled }) => csvLine([topicTitle, title, learners, stalled])),
];

const peopleText = (people: number) => `${people} ${plural(people, 'person', 'people')}`;

function figureLines(insights: Insights): string[] {
  const { counts, steps, firstSession, betweenSessions } = insights;
  const blank = csvLine([]);
  return [
    csvLine(['Figure', 'Value', 'Definition']),
    ...measureNames.map((measure) => csvLine([measure, counts[measure], definitions[measure]])),
    csvLine(['steps_done', steps.done, 'Required steps done, of the topics that participants chose.']),
    csvLine(['steps_total', steps.total, 'Required steps of the topics that participants chose.']),
    csvLine([
      'days_to_first_session',
      firstSession.days,
      `Median days from joining to the first held session, of ${peopleText(firstSession.people)}.`,
    ]),
    csvLine([
      'days_between_sessions',
      betweenSessions.days,
      `Median days between held sessions, of ${peopleText(betweenSessions.people)} with at least 2.`,
    ]),
    blank,
    csvLine(['Last stage', 'Outcome', 'People']),
    ...insights.stopped.map(({ stage, outcome, people }) => csvLine([stage, outcome, people])),
    blank,
    csvLine(['Reason of stalled learners', 'People']),
    ...insights.reasons.map(({ reason, people }) => csvLine([reason, people])),
    blank,
    csvLine(['Topic', 'Chosen', 'Completed']),
    ...insights.topics.map(({ title, chosen, completed }) => csvLine([title, chosen, completed])),
    blank,
    csvLine(['Department', 'Invited', 'Accepted', 'Completed', 'Interval from %', 'Interval to %']),
    ...insights.departments.map(({ name, invited, accepted, completed }) => {
      const interval = intervalOf(completed, accepted);
      return csvLine([
        name ?? 'No department',
        invited,
        accepted,
        completed,
        interval?.low ?? null,
        interval?.high ?? null,
      ]);
    }),
    blank,
    csvLine(['Joined in', 'Accepted', 'First step done', 'Half of the steps', 'Completed']),
    ...insights.cohorts.map(({ month, accepted, firstStep, half, completed }) =>
      csvLine([month, accepted, firstStep, half, completed]),
    ),
    blank,
    csvLine(['Coach', 'Learners', 'Stalled', 'Sessions in 28 days', 'Waiting for an answer']),
    ...insights.coaches.map(({ coach, learners, stalled, sessions, waiting }) =>
      csvLine([coach ? fullName(coach) : 'No coach', learners, stalled, sessions, waiting]),
    ),
    blank,
    csvLine(['Week of', 'Steps done by then', 'Practice', 'People who practised']),
    ...insights.weeks.map(({ week, done, tries, people }) => csvLine([week, done, tries, people])),
    ...(insights.mood
      ? [
          blank,
          csvLine(['Check-in of', 'Mean mood', 'Answers']),
          ...insights.mood.weeks.map(({ week, figure }) =>
            figure.kind === 'mean'
              ? csvLine([week, figure.mean, figure.n])
              : csvLine([week, 'Protected', 'Protected']),
          ),
        ]
      : []),
  ];
}

const PAGE = 1_000;

/** The people behind a number, with the last row saying how many there are. */
export async function exportPeople(
  tx: TenantTransaction,
  viewer: Pick<Viewer, 'userId'>,
  scope: InsightsScope,
  filter: InsightPeopleFilter,
): Promise<string> {
  const lines = [
    csvLine(['Figure', filter.measure, definitions[filter.measure]]),
    csvLine(['Part', partOf(filter)]),
    csvLine([]),
    csvLine([
      'Name',
      'Department',
      'Stage',
      'Outcome',
      'Stalled because',
      'Pace',
      'Steps done',
      'Steps',
      'Invited',
      'Accepted',
      'Last activity',
      'Last session',
      'Due',
      'Coach',
    ]),
  ];
  let after: string | undefined;
  let count = 0;
  do {
    const page = await findPeople(tx, viewer, scope, filter, { limit: PAGE, after });
    for (const row of page.data)
      lines.push(
        csvLine([
          fullName(row.person),
          row.department,
          row.stage,
          row.outcome,
          row.reason,
          row.pace,
          row.done,
          row.total,
          row.invitedAt,
          row.acceptedAt,
          row.lastActivityAt,
          row.lastSessionAt,
          row.dueOn,
          row.coach && fullName(row.coach),
        ]),
      );
    count += page.data.length;
    after = page.next ?? undefined;
  } while (after);
  return BOM + [...headOf(scope), ...lines, csvLine(['Total', count])].join('');
}

function partOf(filter: InsightPeopleFilter): string {
  const { stage, outcome, reason } = conditionOf(filter.measure, filter);
  return [
    stage === undefined ? null : stages[stage - 1],
    outcome,
    reason === 'any' ? null : reason,
    filter.topic && `topic ${filter.topic} ${filter.topicState ?? 'chosen'}`,
    filter.coach && `coach ${filter.coach}`,
    filter.step && `step ${filter.step}`,
    filter.joined && `joined in ${filter.joined}`,
  ]
    .filter(Boolean)
    .join(', ');
}
