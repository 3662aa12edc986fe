import { Readable } from 'node:stream';
import { eq } from '#server/db/drizzle.ts';
import { users } from '#server/db/schema/people.ts';
import { dataRequestParts } from '#server/db/schema/personalData.ts';
import { tenants } from '#server/db/schema/tenants.ts';
import { readTenant, type TenantTransaction, withTenant } from '#server/db/withTenant.ts';
import { cipherKeysOf } from '#server/messagingConfig/index.ts';
import { enqueueNotifications } from '#server/outbox/index.ts';
import { createDecryptor } from '#server/realtime/index.ts';
import { confidentialResponsesOf } from '#server/surveys/index.ts';
import { chatsOf, type ExportedChat, readChat } from './chats.ts';
import { collectPictures, collectRows, namesOf } from './collect.ts';
import { beginRequest, endRequest, setPercent } from './dataRequests.ts';
import type { PersonalDataDeps } from './deps.ts';
import { exportPage } from './exportPage.ts';

/** The size of one row of the archive. */
const PART_BYTES = 512 * 1024;
/** The progress after the rows are read, and after the chats are read. */
const ROWS_READ = 20;
const CHATS_READ = 90;

export interface DataRequestJob {
  tenantId: number;
  requestId: string;
  signal: AbortSignal;
}
/** Adds the job that mails the link, in the transaction that ends the request. */
type EnqueueMail = (tx: TenantTransaction, requestId: string) => Promise<unknown>;

/**
 * Creates the archive of an export and notifies the person. After an interruption it starts again from the beginning.
 */
export async function runExport(
  { pool, realtime, refreshKey, now, wakeOutbox }: PersonalDataDeps,
  { tenantId, requestId, signal }: DataRequestJob,
  enqueueMail: EnqueueMail,
): Promise<void> {
  const inTenant = <T>(work: (tx: TenantTransaction) => Promise<T>) => withTenant(pool, tenantId, work);
  const request = await inTenant((tx) => beginRequest(tx, requestId));
  if (!request) return;
  const { userId } = request;
  const content = await readTenant(pool, tenantId, async (tx) => ({
    person: await findPerson(tx, userId),
    tables: [
      ...(await collectRows(tx, userId)),
      {
        table: 'confidential_survey_responses',
        purpose: 'Answers to confidential surveys',
        rows: await confidentialResponsesOf(tx, userId, refreshKey),
      },
    ],
    pictures: await collectPictures(tx, userId),
    keys: await cipherKeysOf(tx),
  }));
  await inTenant((tx) => setPercent(tx, requestId, ROWS_READ));

  const { person, tables, pictures } = content;
  const decrypt = createDecryptor(content.keys);
  const channels = chatsOf(await realtime.channelsOf(person.uuid));
  const chats: ExportedChat[] = [];
  for (const [index, channel] of channels.entries()) {
    signal.throwIfAborted();
    chats.push(await readChat(realtime, channel, { userId, uuid: person.uuid }, decrypt));
    const share = (CHATS_READ - ROWS_READ) * ((index + 1) / channels.length);
    await inTenant((tx) => setPercent(tx, requestId, Math.round(ROWS_READ + share)));
  }
  const names = await readTenant(pool, tenantId, (tx) =>
    namesOf(
      tx,
      chats.map(({ peerId }) => peerId),
    ),
  );
  const named = chats.map((chat) => ({ ...chat, peerName: names.get(chat.peerId) ?? 'a former colleague' }));
  const name = `${person.firstName} ${person.lastName}`;
  const madeAt = now();

  const { default: yazl } = await import('yazl'); // only exports need it
  const zip = new yazl.ZipFile();
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime: madeAt });
  add(
    'data.json',
    JSON.stringify(Object.fromEntries(tables.map(({ table, rows }) => [table, rows])), null, 2),
  );
  for (const chat of named) add(`chats/${chat.channel}.json`, JSON.stringify(chat, null, 2));
  for (const picture of pictures)
    zip.addBuffer(picture.bytes, picture.name, { mtime: madeAt, compress: false });
  const page = exportPage({
    name,
    organisation: person.organisation,
    madeAt,
    tables,
    pictures,
    chats: named,
    locale: person.locale ?? 'en-US',
    timeZone: person.timeZone,
  });
  zip.addReadStream(Readable.from(page), 'index.html', { mtime: madeAt });
  zip.end();

  await inTenant((tx) => tx.delete(dataRequestParts).where(eq(dataRequestParts.requestId, requestId)));
  let [n, bytes] = [0, 0];
  for await (const part of partsOf(zip.outputStream)) {
    signal.throwIfAborted();
    await inTenant((tx) => tx.insert(dataRequestParts).values({ tenantId, requestId, n, content: part }));
    n += 1;
    bytes += part.length;
  }
  await inTenant(async (tx) => {
    await endRequest(tx, requestId, { state: 'done', endedAt: now(), bytes });
    await enqueueNotifications(
      tx,
      [
        {
          receiverId: userId,
          dedupeKey: `export:${requestId}`,
          body: { notificationType: 'DATA_EXPORT_READY', payload: {} },
        },
      ],
      now(),
    );
    await enqueueMail(tx, requestId);
  });
  wakeOutbox();
}

async function findPerson(tx: TenantTransaction, userId: number) {
  const [person] = await tx
    .select({
      uuid: users.uuid,
      firstName: users.firstName,
      lastName: users.lastName,
      locale: users.locale,
      timeZone: users.timeZone,
      organisation: tenants.name,
    })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(eq(users.id, userId));
  if (!person) throw new Error(`Person ${userId} does not exist`);
  return person;
}

/** Splits the stream into parts of equal size. */
async function* partsOf(stream: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    waiting.push(bytes);
    size += bytes.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}
