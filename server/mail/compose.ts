import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.ts';

/** What is written into the domain's place of a Message-ID: the domain that the mail comes from. */
const domainOf = (from: string) => /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

/** The mail with its headers. Nothing in it is fetched from a file or an address, and nothing in it counts who reads. */
export const compose = (
  { id, to, subject, text, html }: Mail,
  from: string,
  date: Date,
): SendMailOptions => ({
  messageId: `<${id}@${domainOf(from)}>`,
  date,
  from,
  to,
  subject,
  text,
  html,
  // RFC 3834: an absence note is no answer to it.
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
