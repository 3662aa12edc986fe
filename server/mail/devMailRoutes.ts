import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { notFound } from '../http/refusal.ts';
import { listPage, mailPage, STYLE } from './devMailPages.ts';
import { listMails, readMail } from './mailFiles.ts';

export interface DevMailDeps {
  /** Where mail is written in a local deployment; null in any other, which shows none. */
  mailDirectory: string | null;
  goesBySmtp: boolean;
}

const HTML = 'text/html; charset=utf-8';
/** The mail is somebody else's markup: no script, no form, no origin, nothing fetched. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** For whoever runs Trellis at home: the mail that would have been sent. Elsewhere these addresses do not exist. */
export const devMailRoutes: FastifyPluginAsync<DevMailDeps> = async (app, { mailDirectory, goesBySmtp }) => {
  const hide = { schema: { hide: true } };
  const directory = () => {
    if (mailDirectory === null) throw notFound();
    return mailDirectory;
  };
  const find = async (id: string) => {
    const mail = await readMail(directory(), id);
    if (!mail) throw notFound();
    return mail;
  };
  const answer = (reply: FastifyReply, type: string, body: string) =>
    reply.header('cache-control', 'no-store').type(type).send(body);

  app.get('/dev/mail', hide, async (_request, reply) =>
    answer(reply, HTML, listPage(await listMails(directory()), goesBySmtp)),
  );
  app.get('/dev/mail/style.css', hide, async (_request, reply) => {
    directory();
    return answer(reply, 'text/css; charset=utf-8', STYLE);
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id', hide, async ({ params }, reply) =>
    answer(reply, HTML, mailPage(await find(params.id))),
  );
  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', hide, async ({ params }, reply) => {
    const { html } = await find(params.id);
    reply.header('content-security-policy', MAIL_POLICY).header('x-frame-options', 'SAMEORIGIN');
    // A link leads out of the frame, into a tab of its own.
    return answer(reply, HTML, `<base target="_blank">${html}`);
  });
};
