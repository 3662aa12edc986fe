import type { Ticket } from '#contract/surveys/anonymous.ts';
import type { Answer } from '#contract/surveys/answers.ts';
import { changeStore, openDatabase, readStore, resultOf } from '#src/app/ports/indexedDb.ts';

/** The data of an anonymous survey that is kept in this browser. None of it is on the server before it is submitted. */
export interface SurveyBox {
  /** The message that the server signed without seeing it; `signature` is null until it has. */
  ticket: { message: string; blinded: string; inverse: string; signature: string | null };
  answers: Record<string, Answer>;
  /** The question at which the person left. */
  at: string | null;
  isSubmitted: boolean;
}

/** The name of the box of a person and a survey. */
export const boxOwner = ({ tenantId, userId }: { tenantId: number; userId: number }, surveyId: string) =>
  `${tenantId}/${userId}/${surveyId}`;

interface Row {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}
const AES = { name: 'AES-GCM', length: 256 } as const;
let opened: Promise<IDBDatabase> | null = null;

function openBoxes() {
  opened ??= openDatabase(indexedDB, 'trellis-surveys', (created) => {
    created.createObjectStore('keys');
    created.createObjectStore('boxes');
  });
  return opened;
}

const storedKey = (database: IDBDatabase): Promise<CryptoKey | undefined> =>
  resultOf(readStore(database, 'keys').get('boxes'));

/** The key cannot be exported, so that a copy of the database does not contain the answers. */
async function keyOf(database: IDBDatabase): Promise<CryptoKey> {
  const known = await storedKey(database);
  if (known) return known;
  const key = await crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt']);
  await changeStore(database, 'keys', (keys) => {
    const other = keys.get('boxes'); // another tab was faster
    other.onsuccess = () => other.result ?? keys.put(key, 'boxes');
  });
  return (await storedKey(database)) ?? key;
}

/** The box of a person and a survey, `owner` names both. Null if there is none that this browser can decrypt. */
export async function readBox(owner: string): Promise<SurveyBox | null> {
  const database = await openBoxes();
  const row: Row | undefined = await resultOf(readStore(database, 'boxes').get(owner));
  if (!row) return null;
  try {
    const data = await crypto.subtle.decrypt({ name: AES.name, iv: row.iv }, await keyOf(database), row.data);
    return JSON.parse(new TextDecoder().decode(data)) as SurveyBox;
  } catch {
    return null;
  }
}

export async function writeBox(owner: string, box: SurveyBox): Promise<void> {
  const database = await openBoxes();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: AES.name, iv },
    await keyOf(database),
    new TextEncoder().encode(JSON.stringify(box)),
  );
  await changeStore(database, 'boxes', (boxes) => boxes.put({ iv, data } satisfies Row, owner));
}

/** The ticket in the form that the server accepts. */
export const ticketOf = ({ ticket }: SurveyBox, tenantId: number): Ticket | null =>
  ticket.signature === null ? null : { tenantId, message: ticket.message, signature: ticket.signature };
