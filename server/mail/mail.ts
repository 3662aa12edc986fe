/** A mail before it is encoded. */
export interface Mail {
  /** The Message-ID. It stays the same when sending is retried, so that mail programs can recognise a duplicate. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** Sends mail. Throws `MailRejected` if a retry is pointless, or an error that a retry may solve. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
  stop(): void;
}

/** The mail server will never accept this mail. */
export class MailRejected extends Error {}

/** The mail could not be sent now. */
export class MailUnavailable extends Error {
  /** The mail server may have accepted the mail, but its answer was lost: a retry must send exactly the same mail. */
  readonly isUncertain: boolean;
  constructor(message: string, isUncertain: boolean) {
    super(message);
    this.isUncertain = isUncertain;
  }
}

const MIN_DELAY_MS = 10_000;
const MAX_DELAY_MS = 10 * 60_000;

/** 10, 20, 40 … 600 seconds between attempts while a mail cannot be sent. */
export const mailRetryDelay = (attempts: number) =>
  Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** Math.max(0, attempts - 1));
