import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Answers } from '#contract/surveys/answers.ts';

/** An anonymous response before it is stored. */
export interface Submission {
  /** The hash of the ticket. */
  respondent: Buffer;
  answers: Answers;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 4;
const KIB = 1_024;
/** Contents are padded to one of these sizes, so that their length does not identify a response. */
const SIZES = [4 * KIB, 64 * KIB, KIB * KIB];

/** Whether stored content has the length of an encrypted submission. */
export const hasEncryptedLength = (bytes: number) => SIZES.includes(bytes - IV_BYTES - TAG_BYTES);

export const createBatchKey = () => randomBytes(KEY_BYTES).toString('base64url');

/** Encrypts the submissions of one batch. Without its key, a submission cannot be linked to a response or a ticket. */
export function batchOf(batchKey: string) {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(batchKey, 'base64url'), '', use, KEY_BYTES));
  const [contents, slots] = [derive('contents of submissions'), derive('slots of submissions')];
  return {
    slotOf: (respondent: Buffer) => createHmac('sha256', slots).update(respondent).digest(),
    encrypt({ respondent, answers }: Submission): Buffer {
      const text = Buffer.from(JSON.stringify({ respondent: respondent.toString('base64url'), answers }));
      const needed = LENGTH_BYTES + text.length;
      const padded = Buffer.alloc(SIZES.find((size) => size >= needed) ?? needed);
      padded.writeUInt32BE(text.length);
      text.copy(padded, LENGTH_BYTES);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', contents, iv);
      const encrypted = Buffer.concat([cipher.update(padded), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
    },
    decrypt(content: Buffer): Submission {
      const decipher = createDecipheriv('aes-256-gcm', contents, content.subarray(0, IV_BYTES));
      decipher.setAuthTag(content.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const padded = Buffer.concat([
        decipher.update(content.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      const text = padded.subarray(LENGTH_BYTES, LENGTH_BYTES + padded.readUInt32BE());
      const { respondent, answers } = JSON.parse(text.toString()) as { respondent: string; answers: Answers };
      return { respondent: Buffer.from(respondent, 'base64url'), answers };
    },
  };
}
