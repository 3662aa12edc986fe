import { fitsTheWire, messageBytes } from '#contract/chat.ts';
import { actionLength, CHANGE_VALUE_MAX_LENGTH, fitsAnAction } from '#contract/chatChanges.ts';
import { MESSAGE_MAX_BYTES } from '#contract/limits.ts';

/**
 * A shorter text fits whatever its letters are (six bytes each at most, and a third more when it is encrypted), so it need
 * not be measured at each key.
 */
const SURELY_FITS = 4_000;
/** A correction may be shorter, and is written as JSON too. */
const SURELY_FITS_AN_ACTION = 1_200;
/** An instant as long as the one of the message itself will be. */
const ANY_INSTANT = 1_000_000_000_000;

/** By how many characters, about, a text is too long for the wire (ruling 20: nothing is split silently). */
export function messageExcess(
  details: string,
  user: { id: number; firstName: string; lastName: string },
  isEncrypted: boolean,
): number {
  if (details.length < SURELY_FITS) return 0;
  const message = { user, details, timestamp: ANY_INSTANT };
  if (fitsTheWire(message, isEncrypted)) return 0;
  const bytes = messageBytes(message, isEncrypted);
  return Math.ceil((bytes - MESSAGE_MAX_BYTES) / (bytes / details.length));
}

export function editExcess(details: string, isEncrypted: boolean): number {
  if (details.length < SURELY_FITS_AN_ACTION) return 0;
  const change = { kind: 'edit', details } as const;
  if (fitsAnAction(change, isEncrypted)) return 0;
  const length = actionLength(change, isEncrypted);
  return Math.max(1, Math.ceil((length - CHANGE_VALUE_MAX_LENGTH) / (length / details.length)));
}
