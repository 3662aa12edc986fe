import { INVITATION_PATH, PASSWORD_RESET_PATH, UNLOCK_PATH } from '#contract/access/session.ts';
import type { SignOnMode } from '#contract/access/signOn.ts';
import { escapeHtml, type Mail, mailPage } from '#server/mail/index.ts';
import type { Purpose } from './accountLinks.ts';

export interface LinkMail {
  id: string;
  purpose: Purpose;
  to: { name: string; address: string; firstName: string };
  organisation: string;
  /** The administrator who sends the link; null when the person requested it. */
  sender: string | null;
  /** How people of the organisation sign in. */
  signOn: SignOnMode;
  token: string;
  publicOrigin: string;
}

interface Text {
  subject: string;
  before: string[];
  action: string;
  after: string[];
}

/** The token is in the fragment of the link: browsers never send it to a server, so no log contains it. */
const fragmentLink = (path: string) => (token: string) => `${path}#token=${token}`;

const LINKS: Record<Purpose, (token: string) => string> = {
  unlock: fragmentLink(UNLOCK_PATH),
  'password-reset': fragmentLink(PASSWORD_RESET_PATH),
  invitation: (token) => `${INVITATION_PATH}/${token}`,
};

const START: Record<SignOnMode, string> = {
  off: 'Choose a password to start.',
  allowed: 'Sign in with your work account or choose a password to start.',
  enforced: 'Sign in with your work account to start.',
};

function textOf({ purpose, organisation, sender, signOn }: LinkMail): Text {
  switch (purpose) {
    case 'unlock':
      return {
        subject: 'Failed attempts to sign in to your account',
        before: [
          'There were several failed attempts to sign in to your Trellis account. To protect your account, the delay before each new attempt gets longer.',
          'If it was you, this link lets you sign in now. It works once and for 2 hours.',
        ],
        action: 'Sign in without waiting',
        after: [
          'If it was not you, ignore this email. The link does not show your password to anyone, and no one can sign in without it.',
        ],
      };
    case 'invitation':
      return {
        subject: `Your invitation to ${organisation} on Trellis`,
        before: [
          sender
            ? `${sender} has invited you to ${organisation} on Trellis, where you choose what you want to get better at, practise it at work and meet your coach.`
            : `You are invited to ${organisation} on Trellis, where you choose what you want to get better at, practise it at work and meet your coach.`,
          `${START[signOn]} The link works once and for 7 days.`,
        ],
        action: 'Accept the invitation',
        after: ['If you did not expect this email, you can ignore it.'],
      };
    case 'password-reset':
      return {
        subject: 'Set a new password',
        before: [
          sender
            ? `${sender} has sent you a link to set a new password for ${organisation} on Trellis.`
            : `You requested a new password for ${organisation} on Trellis.`,
          'The link works once and for 1 hour. When you set a new password, you are signed out on all other devices.',
        ],
        action: 'Set a new password',
        after: ['If you did not expect this email, ignore it. Your password does not change.'],
      };
  }
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export function linkMail(mail: LinkMail): Mail {
  const { id, purpose, to, token, publicOrigin } = mail;
  const text = textOf(mail);
  const [subject, action] = [inOneLine(text.subject), text.action];
  const [before, after] = [text.before.map(inOneLine), text.after.map(inOneLine)];
  const link = `${publicOrigin}${LINKS[purpose](token)}`;
  const greeting = `Hello ${inOneLine(to.firstName)},`;
  const paragraph = (line: string) => `<p style="margin:0 0 16px"><bdi>${escapeHtml(line)}</bdi></p>`;
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
