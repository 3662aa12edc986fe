import { UNLOCK_PATH } from '#contract/session.ts';
import { escapeHtml, type Mail, mailPage } from '#server/mail/index.ts';
import type { Purpose } from './accountLinks.ts';

export interface LinkMail {
  id: string;
  purpose: Purpose;
  to: { name: string; address: string; firstName: string };
  token: string;
  publicOrigin: string;
}

interface Text {
  path: string;
  subject: string;
  before: string[];
  action: string;
  after: string[];
}

const TEXTS: Record<Purpose, Text> = {
  unlock: {
    path: UNLOCK_PATH,
    subject: 'Failed attempts to sign in to your account',
    before: [
      'There were several failed attempts to sign in to your Trellis account. To protect it, each new attempt has to wait longer.',
      'If it was you, this link lets you sign in now. It works once and for 2 hours.',
    ],
    action: 'Sign in without waiting',
    after: [
      'If it was not you, ignore this email. The link does not show your password to anyone, and nobody can sign in without it.',
    ],
  },
};

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The token is in the fragment of the link, which browsers send to no server and no log contains. */
export function linkMail({ id, purpose, to, token, publicOrigin }: LinkMail): Mail {
  const { path, subject, before, action, after } = TEXTS[purpose];
  const link = `${publicOrigin}${path}#token=${token}`;
  const greeting = `Hello ${inOneLine(to.firstName)},`;
  const paragraph = (text: string) => `<p style="margin:0 0 16px"><bdi>${escapeHtml(text)}</bdi></p>`;
  return {
    id,
    to: { name: inOneLine(to.name), address: to.address },
    subject,
    text: `${[greeting, ...before, `${action}: ${link}`, ...after].join('\n\n')}\n`,
    html: mailPage(
      subject,
      [
        ...[greeting, ...before].map(paragraph),
        `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>`,
        ...after.map(paragraph),
      ].join('\n'),
    ),
  };
}
