/** A mail before it is encoded. */
export interface Mail {
  /** The Message-ID. A retry keeps it, so that mail programs can recognise a duplicate. */
  id: string;
  to: { name: string; address: string };
  /** The address of another person whom the mail names. A stored copy is deleted with that person. */
  about?: string;
  subject: string;
  text: string;
  html: string;
  /** An entry that mail programs add to the receiver's calendar, change or remove. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** Throws `MailRejected` if a retry is pointless, or an error that a retry may fix. */
export interface MailSender {
  /** Returns the mail server's response. */
  send(mail: Mail): Promise<string>;
  /** The sender of all mail: `Trellis <trellis@company.example>`. */
  readonly from: string;
  /** Deletes this server's copies of mails to an address, and of mails about the person with this address. */
  deleteSentTo(address: string): Promise<void>;
  stop(): void;
}

/** The mail server will never accept this mail. */
export class MailRejected extends Error {}

/** The mail cannot be sent at the moment. */
export class MailUnavailable extends Error {
  /** The mail server may have accepted the mail, but its response was lost: a retry must send exactly the same mail. */
  readonly isUncertain: boolean;
  constructor(message: string, isUncertain: boolean) {
    super(message);
    this.isUncertain = isUncertain;
  }
}

const MIN_DELAY_MS = 10_000;
const MAX_DELAY_MS = 10 * 60_000;

/** Waits 10, 20, 40 … 600 seconds between attempts while a mail cannot be sent. */
export const mailRetryDelay = (attempts: number) =>
  Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.max(0, attempts - 1));
