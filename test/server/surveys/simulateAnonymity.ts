import { randomBytes, randomInt } from 'node:crypto';
import type { Survey } from '#contract/surveys/surveys.ts';
import { createSecretBox } from '#server/access/signOn/index.ts';
import { sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { issueTicket, markAnswered, submitWithTicket } from '#server/surveys/anonymous/takingPart.ts';
import { findTicketKey } from '#server/surveys/anonymous/ticketKeys.ts';
import { hashOf, signOpenly } from '#server/surveys/anonymous/tickets.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { rating, surveysOf, withQuestions } from './surveysApi.ts';

const box = createSecretBox(Buffer.alloc(32, 7)); // the key of the test API
type Row = Record<string, string | null>;
interface Stored {
  participations: Row[];
  responses: Row[];
}

function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}

/** An organisation with more people, who can be asked. */
export async function aLargeOrganisation(api: TestApi, people: number): Promise<TestOrganisation> {
  const org = await api.organisation();
  await asOwner(api.pool, org.tenantId, (tx) =>
    tx.execute(sql`
      insert into users (tenant_id, uuid, email, first_name, last_name, status, time_zone, department_id)
      select tenant_id, substr(md5(n::text || tenant_id), 1, 16), 'person' || n || '@' || tenant_id || '.example', 'Person', n::text,
        'active', 'UTC', department_id
      from users, generate_series(1, ${people - 6}) as n where id = ${org.learner.userId}`),
  );
  return org;
}

/**
 * Everyone answers an anonymous survey one after the other, in random order, and reports it at once: the worst case. Returns
 * how many authors each attack finds before and after the survey is closed.
 */
export async function simulate(api: TestApi, org: TestOrganisation) {
  const admin = await api.as(org, org.admin);
  const { open, move } = surveysOf(api, org, admin);
  const survey = await open({ mode: 'anonymous', k: 5, questions: withQuestions(rating) });
  const authors = await answerAll(api, org, survey);
  const before = attack(await readStored(api, org, survey), authors);
  const { body: closed } = await move(survey, 'closed');
  const after = attack(await readStored(api, org, survey), authors);
  return { people: authors.size, before, after, survey: closed };
}

/** Author by the hash of the ticket: what only the simulation knows. */
async function answerAll(api: TestApi, org: TestOrganisation, { surveyId }: Survey) {
  const authors = new Map<string, string>();
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(api.pool, org.tenantId, work);
  const key = await inTenant((tx) => findTicketKey(tx, surveyId));
  const privateKey = box.decrypt(org.tenantId, key?.privateKey ?? '') ?? '';
  const { rows } = await inTenant((tx) =>
    tx.execute<{ userId: number }>(
      sql`select user_id as "userId" from survey_participations where survey_id = ${surveyId}`,
    ),
  );
  for (const { userId } of shuffled(rows)) {
    const viewer = { ...VIEWER, userId, tenantId: org.tenantId };
    const now = api.clock.now();
    const blinded = Buffer.concat([Buffer.alloc(1), randomBytes(255)]).toString('base64url');
    await inTenant((tx) => issueTicket(tx, { viewer, box, now }, surveyId, { blinded }));
    const ticket = { tenantId: org.tenantId, ...signOpenly(privateKey, randomBytes(64)) };
    const answers = { q1: 1 + randomInt(5) };
    await inTenant((tx) => submitWithTicket(tx, surveyId, { answers, ticket }, now));
    await inTenant((tx) => markAnswered(tx, viewer, surveyId, now));
    authors.set(`\\x${hashOf(ticket.message).toString('hex')}`, String(userId));
  }
  return authors;
}
const VIEWER = {
  sessionId: newId(),
  isAdmin: false,
  mayAuthor: false,
  timeZone: 'UTC',
  locale: 'en-US',
};

/** All columns of both tables, with the place and the transaction of each row. */
async function readStored(api: TestApi, org: TestOrganisation, { surveyId }: Survey): Promise<Stored> {
  const read = async (table: string) =>
    asOwner(api.pool, org.tenantId, async (tx) => {
      const { rows } = await tx.execute<{ row: Record<string, unknown>; place: string; transaction: string }>(
        sql`select to_jsonb(t) as row, t.ctid::text as place, t.xmin::text as transaction
          from ${sql.identifier(table)} as t where survey_id = ${surveyId}`,
      );
      return rows.map(
        ({ row, place, transaction }): Row => ({
          ...Object.fromEntries(
            Object.entries(row).map(([column, value]) => [
              column,
              value === null || typeof value === 'string' ? value : JSON.stringify(value),
            ]),
          ),
          place,
          transaction,
        }),
      );
    });
  return { participations: await read('survey_participations'), responses: await read('survey_responses') };
}

/** Sorts people by one column and responses by another, and pairs them in both directions. */
function attack({ participations, responses }: Stored, authors: ReadonlyMap<string, string>) {
  const hits = new Map<string, number>();
  for (const column of Object.keys(participations[0] ?? {}))
    for (const other of Object.keys(responses[0] ?? {})) {
      const people = sorted(participations, column);
      const found = (rows: readonly Row[]) =>
        rows.filter((row, index) => authors.get(row.respondent ?? '') === people[index]?.user_id).length;
      const ordered = sorted(responses, other);
      hits.set(`${column} with ${other}`, found(ordered));
      hits.set(`${column} with ${other}, reversed`, found(ordered.toReversed()));
    }
  return hits;
}

/** In random order where values are equal. */
function sorted(rows: readonly Row[], column: string): Row[] {
  const keyOf = (row: Row) => (row[column] ?? '').replaceAll(/\d+/g, (digits) => digits.padStart(20, '0'));
  return shuffled(rows).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}
