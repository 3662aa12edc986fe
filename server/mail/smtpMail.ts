import type { SMTPTransportOptions } from 'nodemailer';
import { inSpan } from '#server/tracing/spans.ts';
import { compose } from './compose.ts';
import { MailRejected, type MailSender, MailUnavailable } from './mail.ts';

const CONNECT_WITHIN_MS = 10_000;
/** An idle connection is closed after this time. */
const ANSWER_WITHIN_MS = 15_000;

export interface SmtpSettings {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  url: string;
  from: string;
  now: () => Date;
}

export async function connectSmtp({ url, from, now }: SmtpSettings): Promise<MailSender> {
  const transport = await createSmtp(url);
  return {
    from,
    async send(mail) {
      try {
        const composed = compose(mail, from, now());
        return (await inSpan('mail', 'client', {}, () => transport.sendMail(composed))).response;
      } catch (error) {
        throw classify(error as SmtpError);
      }
    },
    deleteSentTo: async () => {}, // there are no copies to delete
    stop: () => transport.close(),
  };
}

/** Connects and signs in without sending anything. Rejects with the reason if the mail server refuses. */
export async function testSmtp(url: string): Promise<void> {
  const transport = await createSmtp(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Deployments without SMTP do not load the library. */
async function createSmtp(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport(optionsOf(new URL(url)));
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function optionsOf({ protocol, hostname, port, username, password }: URL): SMTPTransportOptions {
  const isTls = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isTls ? 465 : 587,
    secure: isTls,
    // A password is never sent to another machine without encryption.
    requireTLS: !isTls && username !== '' && !LOOPBACK.has(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  };
}

interface SmtpError extends Error {
  code?: string;
  syscall?: string;
  responseCode?: number;
  command?: string;
}

/**
 * A 5xx for these commands concerns this mail or its receiver. For other commands it concerns our account, which can be
 * fixed.
 */
const FINAL_COMMANDS = new Set(['RCPT TO', 'DATA']);
const NOT_SENT_CODES = new Set(['EDNS', 'EAUTH', 'ETLS', 'ENOAUTH', 'ECONNREFUSED']);

function classify({ message, code, syscall, responseCode, command }: SmtpError) {
  if ((responseCode ?? 0) >= 500 && FINAL_COMMANDS.has(command ?? '')) return new MailRejected(message);
  const isCertain = responseCode !== undefined || syscall === 'connect' || NOT_SENT_CODES.has(code ?? '');
  return new MailUnavailable(message, !isCertain);
}
