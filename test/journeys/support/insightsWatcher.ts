import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';

/** How many people have reached each stage of a program. */
type Stages = Record<'invited' | 'accepted' | 'chose' | 'first_step' | 'half' | 'completed', number>;
export type CountStages = (programId: string) => Promise<Stages>;

/** Counts enrolments and steps with its own SQL, independent of the insights code. */
export const stagesIn =
  (databaseUrl: string): CountStages =>
  async (programId) => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    try {
      const { rows } = await client.query<Stages>(
        `with person as (
           select e.state, p.selection_min,
             (select count(*) from goals as g where g.enrolment_id = e.id and g.removed_at is null) as topics,
             (select count(*) from ${SELECTED_STEPS}) as total,
             (select count(*) from ${SELECTED_STEPS}
               join step_records as r on r.enrolment_id = e.id and r.step_key = s.step_key and r.state in ('done', 'waived')) as done
           from enrolments as e join programs as p on p.id = e.program_id where p.id = $1
         ), learner as (select * from person where state not in ('invited', 'declined') and topics >= selection_min)
         select (select count(*)::int from person) as invited,
           (select count(*)::int from person where state not in ('invited', 'declined')) as accepted,
           count(*)::int as chose, count(*) filter (where done > 0)::int as first_step,
           count(*) filter (where 2 * done >= total)::int as half, count(*) filter (where state = 'completed')::int as completed
         from learner`,
        [programId],
      );
      return rows[0]!;
    } finally {
      await client.end();
    }
  };

/** The required steps of the learner's topics, in the version that the learner has. */
const SELECTED_STEPS = `goals as g
  join enrolment_topics as et on et.enrolment_id = e.id and et.topic_id = g.topic_id
  join topic_steps as s on s.topic_id = g.topic_id and s.n = et.n and s.required and g.enrolment_id = e.id and g.removed_at is null`;

const LABELS: Record<keyof Stages, string> = {
  invited: 'Invited',
  accepted: 'Accepted',
  chose: 'Chose topics',
  first_step: 'First step done',
  half: 'Half of the steps',
  completed: 'Completed',
};

interface Watched {
  admin: Page;
  programId: string;
  invited: number;
  countStages: CountStages | null;
}

/** Opens the insights and compares each stage with the expected number, with the rows, and with the people behind it. */
export const insightsWatcher =
  ({ admin, programId, invited, countStages }: Watched) =>
  (expected: Omit<Stages, 'invited'>) =>
    test.step(`insights show ${JSON.stringify(expected)}`, async () => {
      const stages: Stages = { invited, ...expected };
      if (countStages) expect(await countStages(programId)).toEqual(stages);
      await admin.goto(`${new URL(admin.url()).origin}/admin/programs/insights/${programId}`);
      for (const [stage, people] of Object.entries(stages)) {
        const row = admin.getByRole('row', { name: new RegExp(`^${LABELS[stage as keyof Stages]}`) });
        await expect(row.getByRole('link').first()).toHaveText(new RegExp(`^${people} `));
      }
      if (expected.first_step === 0) return;
      await admin.getByRole('link', { name: /First step done, show people$/ }).click();
      await expect(admin.getByRole('table').getByRole('row')).toHaveCount(1 + expected.first_step);
    });
