import type { DBSchema, IDBPDatabase } from 'idb';
import type { Ticket } from '#contract/surveys/anonymous.ts';
import type { Answer } from '#contract/surveys/answers.ts';

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
interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  boxes: { key: string; value: Row };
}

const AES = { name: 'AES-GCM', length: 256 } as const;
let opened: Promise<IDBPDatabase<Schema>> | null = null;

function openBoxes() {
  opened ??= import(/* webpackChunkName: "session" */ 'idb').then(({ openDB }) =>
    openDB<Schema>('trellis-surveys', 1, {
      upgrade(database) {
        database.createObjectStore('keys');
        database.createObjectStore('boxes');
      },
    }),
  );
  return opened;
}

/** The key cannot be exported, so that a copy of the database does not contain the answers. */
async function keyOf(database: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const known = await database.get('keys', 'boxes');
  if (known) return known;
  const key = await crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt']);
  const transaction = database.transaction('keys', 'readwrite');
  const other = await transaction.store.get('boxes'); // another tab was faster
  if (!other) await transaction.store.put(key, 'boxes');
  await transaction.done;
  return other ?? key;
}

/** The box of a person and a survey, `owner` names both. Null if there is none that this browser can decrypt. */
export async function readBox(owner: string): Promise<SurveyBox | null> {
  const database = await openBoxes();
  const row = await database.get('boxes', owner);
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
  await database.put('boxes', { iv, data }, owner);
}

/** The ticket in the form that the server accepts. */
export const ticketOf = ({ ticket }: SurveyBox, tenantId: number): Ticket | null =>
  ticket.signature === null ? null : { tenantId, message: ticket.message, signature: ticket.signature };
