import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail.ts';

/** The sender's domain, for the Message-ID. */
const domainOf = (from: string) => /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

/** The mail with its headers. It loads nothing from files or URLs and contains no tracking. */
export const compose = (
  { id, to, subject, text, html, calendar }: Mail,
  from: string,
  date: Date,
  headers: Record<string, string> = {},
): SendMailOptions => ({
  messageId: `<${id}@${domainOf(from)}>`,
  date,
  from,
  to,
  subject,
  text,
  html,
  ...(calendar && { icalEvent: { filename: 'session.ics', ...calendar } }),
  // RFC 3834: tells mail systems not to send automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  disableFileAccess: true,
  disableUrlAccess: true,
});
