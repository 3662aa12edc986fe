/** A mail as the product writes it. */
export interface Mail {
  /** Known before it is sent and the same at every try: its Message-ID, by which a repeat is told from another mail. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

/** Where mail leaves the house. What it throws is a MailRefusal, or a failure that another try can mend. */
export interface MailSender {
  send(mail: Mail): Promise<void>;
  stop(): void;
}

/** The mail server will never take this mail. */
export class MailRefusal extends Error {}

/** It could not be sent for now. */
export class MailAway extends Error {
  /** The mail server may have taken it although its answer did not come: only the very same mail may be sent again. */
  readonly isInDoubt: boolean;
  constructor(message: string, isInDoubt: boolean) {
    super(message);
    this.isInDoubt = isInDoubt;
  }
}
