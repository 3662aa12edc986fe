import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { notFound } from '#server/http/httpError.ts';
import { listPage, mailPage, STYLE } from './devMailPages.ts';
import { listMails, readMail } from './mailFiles.ts';

export interface DevMailDeps {
  /** The directory of stored mail in a local deployment; null in other deployments, which show no mail. */
  mailDirectory: string | null;
  usesSmtp: boolean;
}

const HTML = 'text/html; charset=utf-8';
/** The mail contains markup of other people, so scripts, forms, its origin and requests are blocked. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Shows the stored mail, in local deployments only. */
export const devMailRoutes: FastifyPluginAsync<DevMailDeps> = async (app, { mailDirectory, usesSmtp }) => {
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
    answer(reply, HTML, listPage(await listMails(directory()), usesSmtp)),
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
    // Links open in a new tab, outside the frame.
    return answer(reply, HTML, `<base target="_blank">${html}`);
  });
};
