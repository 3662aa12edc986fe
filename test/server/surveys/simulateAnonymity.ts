import { randomBytes, randomInt } from 'node:crypto';
import type { Survey } from '#contract/surveys/surveys.ts';
import { createSecretBox } from '#server/access/signOn/index.ts';
import { sql } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { asOwner, withTenant } from '#server/db/withTenant.ts';
import { storeFullBatches } from '#server/surveys/anonymous/batches.ts';
import { batchOf } from '#server/surveys/anonymous/batchKeys.ts';
import { issueTicket, markAnswered, submitWithTicket } from '#server/surveys/anonymous/takingPart.ts';
import { findTicketKey } from '#server/surveys/anonymous/ticketKeys.ts';
import { hashOf, signOpenly } from '#server/surveys/anonymous/tickets.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';
import { rating, surveysOf, withQuestions } from './surveysApi.ts';

const box = createSecretBox(Buffer.alloc(32, 7)); // the key of the test API
type Row = Record<string, string | null>;

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

/** Rows of one table at one time. Only the simulation knows `authorOf`. */
interface Snapshot {
  rows: Row[];
  authorOf: (row: Row) => string | undefined;
}
export type Hits = ReadonlyMap<string, number>;

/**
 * Everyone answers an anonymous survey one after another, in random order, and reports it immediately: the worst case. A batch is stored after half of the answers; the other half is stored when the survey closes. Returns how many authors each attack finds: the author
 * of each waiting submission, whose content is encrypted, and of each response.
 *
 * The observer also knows when each person acted and how long each of their calls took, which is more than any log line or metric
 * holds: the columns `acted` and `duration`.
 */
export async function simulate(api: TestApi, org: TestOrganisation) {
  const admin = await api.as(org, org.admin);
  const { open, move } = surveysOf(api, org, admin);
  const survey = await open({ mode: 'anonymous', k: 5, questions: withQuestions(rating) });
  const { answer, authors, observed, people } = await startAnswering(api, org, survey);
  const read = () => readStored(api, org, survey, { authors, observed });

  await answer(people.slice(0, people.length / 2));
  await withTenant(api.pool, org.tenantId, (tx) => storeFullBatches(tx, box));
  const opened = await read();
  await answer(people.slice(people.length / 2));
  const waiting = await read();
  await move(survey, 'closed');
  const closed = await read();
  return {
    survey,
    people: authors.size,
    ofSubmissions: attack(waiting.participations, waiting.submissions),
    ofResponses: new Map([
      ...named('open', attack(opened.participations, opened.responses)),
      ...named('closed', attack(closed.participations, closed.responses)),
      // With a backup from the time before the last batch was stored.
      ...named('backup', attack(waiting.participations, closed.responses)),
      ...named('waiting', attack(waiting.submissions, closed.responses)),
    ]),
    leftOver: closed.submissions.rows.length,
  };
}
const named = (time: string, hits: Hits) => [...hits].map(([name, n]) => [`${time}: ${name}`, n] as const);

/** Answers for people, and remembers the author of each response by the hash of the ticket. */
async function startAnswering(api: TestApi, org: TestOrganisation, { surveyId }: Survey) {
  const authors = new Map<string, string>();
  const observed = new Map<string, Row>();
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(api.pool, org.tenantId, work);
  const key = await inTenant((tx) => findTicketKey(tx, surveyId));
  const privateKey = box.decrypt(org.tenantId, key?.privateKey ?? '') ?? '';
  const { rows } = await inTenant((tx) =>
    tx.execute<{ userId: number }>(
      sql`select user_id as "userId" from survey_participations where survey_id = ${surveyId}`,
    ),
  );
  const now = api.clock.now();
  const viewerOf = (userId: number) => ({ ...VIEWER, userId, tenantId: org.tenantId });
  // Tickets and reports of a group are stored together, which saves time: `acted` reveals the order of people
  // anyway.
  const answer = async (people: readonly { userId: number }[]) => {
    await inTenant(async (tx) => {
      for (const { userId } of people) {
        const blinded = Buffer.concat([Buffer.alloc(1), randomBytes(255)]).toString('base64url');
        await issueTicket(tx, { viewer: viewerOf(userId), box, now }, surveyId, { blinded });
      }
    });
    for (const { userId } of people) {
      const startedAt = performance.now();
      const ticket = { tenantId: org.tenantId, ...signOpenly(privateKey, randomBytes(64)) };
      const answers = { q1: 1 + randomInt(5) };
      await inTenant((tx) => submitWithTicket(tx, { box, now }, surveyId, { answers, ticket }));
      authors.set(hashOf(ticket.message).toString('hex'), String(userId));
      const duration = (performance.now() - startedAt).toFixed(6);
      observed.set(String(userId), { acted: String(observed.size), duration });
    }
    await inTenant(async (tx) => {
      for (const { userId } of people) await markAnswered(tx, viewerOf(userId), surveyId, now);
    });
  };
  return { answer, authors, observed, people: shuffled(rows) };
}
const VIEWER = {
  sessionId: newId(),
  isAdmin: false,
  mayAuthor: false,
  timeZone: 'UTC',
  locale: 'en-US',
};

/** All columns of the tables, with the place and the transaction of each row. */
async function readStored(
  api: TestApi,
  org: TestOrganisation,
  { surveyId }: Survey,
  { authors, observed }: { authors: ReadonlyMap<string, string>; observed: ReadonlyMap<string, Row> },
) {
  const inTenant = <T>(work: Parameters<typeof asOwner<T>>[2]) => asOwner(api.pool, org.tenantId, work);
  const read = (table: string) =>
    inTenant(async (tx) => {
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
  const key = await inTenant((tx) => findTicketKey(tx, surveyId));
  const batchKey = key?.batchKey ? box.decrypt(org.tenantId, key.batchKey) : null;
  const bytesOf = (value: string | null | undefined) => Buffer.from(value?.slice(2) ?? '', 'hex');
  const authorOfSubmission = ({ content }: Row) =>
    batchKey === null
      ? undefined
      : authors.get(batchOf(batchKey).decrypt(bytesOf(content)).respondent.toString('hex'));
  const participations = await read('survey_participations');
  return {
    participations: {
      rows: participations
        .filter((row) => row.ticket_request !== null)
        .map((row) => ({ ...row, ...observed.get(row.user_id ?? '') })),
      authorOf: ({ user_id }: Row) => user_id ?? undefined,
    },
    submissions: { rows: await read('survey_submissions'), authorOf: authorOfSubmission },
    responses: {
      rows: await read('survey_responses'),
      authorOf: ({ respondent }: Row) => authors.get(bytesOf(respondent).toString('hex')),
    },
  };
}

/** Sorts both tables by each pair of columns, and pairs the rows from the start, from the end, and in reverse. */
function attack(people: Snapshot, responses: Snapshot): Hits {
  const hits = new Map<string, number>();
  const [left, right] = [byColumn(people), byColumn(responses)];
  for (const [column, known] of left)
    for (const [other, wanted] of right) {
      const found = (authors: typeof wanted, shift: number) =>
        authors.filter((author, index) => author !== undefined && author === known[index + shift]).length;
      const ends = known.length - wanted.length;
      hits.set(`${column} with ${other}`, Math.max(...new Set([found(wanted, 0), found(wanted, ends)])));
      hits.set(`${column} with ${other}, reversed`, found(wanted.toReversed(), ends));
    }
  return hits;
}

/** The authors of the rows, sorted by each column; in random order where values are equal. */
function byColumn({ rows, authorOf }: Snapshot) {
  const known = rows.map((row) => ({ row, author: authorOf(row) }));
  // A column with a single value pairs the rows only by chance, and so do the other columns with a single value.
  const columns = Object.keys(rows[0] ?? {}).filter(
    (column) => new Set(rows.map((row) => row[column])).size > 1,
  );
  return columns.map((column) => {
    const keyed = shuffled(known).map(({ row, author }) => ({
      author,
      key: (row[column] ?? '').replaceAll(/\d+/g, (digits) => digits.padStart(20, '0')),
    }));
    const sorted = keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    return [column, sorted.map(({ author }) => author)] as const;
  });
}
