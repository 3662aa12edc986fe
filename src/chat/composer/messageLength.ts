import { MESSAGE_MAX_BYTES } from '#contract/limits.ts';
import { fitsTheWire, messageBytes } from '#contract/messaging/chat.ts';
import {
  fitsMessageAction,
  MESSAGE_ACTION_MAX_LENGTH,
  messageActionLength,
} from '#contract/messaging/messageActions.ts';

/**
 * A shorter text always fits, so it is not measured at every key. A character has at most 6 bytes, and a third more
 * when encrypted.
 */
const ALWAYS_FITS = 4_000;
/** The limit of an edit is lower, and its text is encoded as JSON. */
const EDIT_ALWAYS_FITS = 1_200;
/** A timestamp with as many digits as a real one. */
const SAMPLE_TIMESTAMP = 1_000_000_000_000;

/** The approximate number of characters above the limit; 0 if the message fits. */
export function messageLengthOverLimit(
  details: string,
  user: { id: number; firstName: string; lastName: string },
  isEncrypted: boolean,
): number {
  if (details.length < ALWAYS_FITS) return 0;
  const message = { user, details, timestamp: SAMPLE_TIMESTAMP };
  if (fitsTheWire(message, isEncrypted)) return 0;
  const bytes = messageBytes(message, isEncrypted);
  return Math.ceil((bytes - MESSAGE_MAX_BYTES) / (bytes / details.length));
}

/** The same for the new text of an edit. */
export function editLengthOverLimit(details: string, isEncrypted: boolean): number {
  if (details.length < EDIT_ALWAYS_FITS) return 0;
  const change = { kind: 'edit', details } as const;
  if (fitsMessageAction(change, isEncrypted)) return 0;
  const length = messageActionLength(change, isEncrypted);
  return Math.max(1, Math.ceil((length - MESSAGE_ACTION_MAX_LENGTH) / (length / details.length)));
}
