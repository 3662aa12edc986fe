import { conversationPath, ENCRYPTED_PREVIEW, previewOf } from '#contract/messaging/chat.ts';
import { fullName } from '#contract/people.ts';
import { escapeHtml, type Mail, mailPage } from '#server/mail/index.ts';
import type { Receiver, UnreadPost } from './digestContents.ts';
import type { Unread } from './findUnread.ts';

export interface UnreadConversation extends Pick<UnreadPost, 'preview' | 'sender'>, Unread {}

interface Part {
  name: string;
  /** The start of the first message; null if the message is encrypted, edited or deleted. */
  quote: string | null;
  count: string;
  link: string;
}

/** A message that contains quotes, such as the name of a topic, is itself quoted in the mail. */
const withInnerQuotes = (text: string) => text.replaceAll('“', '‘').replaceAll('”', '’');
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
function messageCount(count: number): string {
  if (count === 1) return '1 message';
  return count > 20 ? 'more than 20 messages' : `${count} messages`;
}

const FOOTER =
  'You receive this email because you were offline and have not read these messages. You will not get another email about a conversation until you have read it. Please reply in Trellis. Replies to this email are not read.';

/** The text of the mail: the sender, the start of the first message, and a link. It contains no tracking. */
export function digestMail(
  id: string,
  { email, firstName, lastName }: Pick<Receiver, 'email' | 'firstName' | 'lastName'>,
  conversations: readonly UnreadConversation[],
  publicOrigin: string,
): Mail {
  const parts = conversations.map(({ sender, preview, count, isChanged }) => ({
    name: inOneLine(fullName(sender)),
    // The length is limited again here, so that the mail never quotes more, whatever is stored.
    quote: isChanged || preview === ENCRYPTED_PREVIEW ? null : withInnerQuotes(previewOf(inOneLine(preview))),
    count: messageCount(count),
    link: `${publicOrigin}${conversationPath(sender.userId)}`,
  }));
  const [only] = parts.length === 1 ? parts : [];
  const greeting = `Hello ${inOneLine(firstName)},`;
  const intro = only
    ? `You have unread messages from ${only.name} on Trellis.`
    : `You have unread messages from ${parts.length} people on Trellis.`;
  return {
    id,
    to: { name: inOneLine(fullName({ firstName, lastName })), address: email },
    subject: only ? `${only.name} wrote to you` : `${parts.length} people wrote to you`,
    text: `${[greeting, intro, ...parts.map(textOf), `--\n${FOOTER}`].join('\n\n')}\n`,
    html: htmlOf(greeting, intro, parts),
  };
}

const textOf = ({ name, count, quote, link }: Part) =>
  [`${name} (${count})`, ...(quote === null ? [] : [`  “${quote}”`]), `  Read messages: ${link}`].join('\n');

const htmlOf = (greeting: string, intro: string, parts: readonly Part[]) =>
  mailPage(
    intro,
    `<p style="margin:0 0 16px"><bdi>${escapeHtml(greeting)}</bdi></p>
<p style="margin:0 0 24px"><bdi>${escapeHtml(intro)}</bdi></p>
${parts.map(htmlOfPart).join('\n')}
<p style="margin:32px 0 0;font-size:13px;opacity:0.8">${escapeHtml(FOOTER)}</p>`,
  );

function htmlOfPart({ name, count, quote, link }: Part) {
  const person = escapeHtml(name);
  const lines = [
    `<p style="margin:0"><strong><bdi>${person}</bdi></strong> (${count})</p>`,
    ...(quote === null
      ? []
      : [`<p dir="auto" style="margin:4px 0 12px;overflow-wrap:anywhere">“${escapeHtml(quote)}”</p>`]),
    `<p style="margin:0"><a href="${escapeHtml(link)}" aria-label="Read messages from ${person}">Read messages</a></p>`,
  ];
  return `<div style="margin:0 0 24px;padding:0 0 0 16px;border-left:3px solid #2f7d5b">\n${lines.join('\n')}\n</div>`;
}
