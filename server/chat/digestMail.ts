import { conversationPath, ENCRYPTED_PREVIEW, previewOf } from '#contract/chat.ts';
import { fullName } from '#contract/people.ts';
import { escapeHtml, type Mail } from '../mail/index.ts';
import type { PostToMail, Receiver } from './digestContents.ts';
import type { Unread } from './unreadFrom.ts';

export interface UnreadConversation extends Pick<PostToMail, 'preview' | 'writer'>, Unread {}

interface Part {
  name: string;
  /** The beginning of the first message; null when it is encrypted, or may have been corrected or withdrawn since. */
  quote: string | null;
  count: string;
  link: string;
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const messages = (count: number) =>
  count === 1 ? '1 message' : `${count > 20 ? 'more than 20' : count} messages`;

const WHY =
  'You get this mail because these messages came while you were away and were still unread a little later. There is no other mail about a conversation until you have read it. Please answer in Trellis: replies to this mail reach nobody.';

/** The words of the mail: who wrote, the beginning of the first message, and the way there. Nothing counts who reads it. */
export function digestMail(
  id: string,
  { email, firstName, lastName }: Receiver,
  conversations: readonly UnreadConversation[],
  publicOrigin: string,
): Mail {
  const parts = conversations.map(({ writer, preview, count, isChanged }) => ({
    name: inOneLine(fullName(writer)),
    // It is kept no longer than this; whatever comes to stand there, no more leaves the house.
    quote: isChanged || preview === ENCRYPTED_PREVIEW ? null : previewOf(inOneLine(preview)),
    count: messages(count),
    link: `${publicOrigin}${conversationPath(writer.userId)}`,
  }));
  const who = parts.length === 1 ? parts.map(({ name }) => name).join() : `${parts.length} people`;
  const greeting = `Hello ${inOneLine(firstName)},`;
  const said = `${who} wrote to you on Trellis while you were away, and you have not read it yet.`;
  return {
    id,
    to: { name: inOneLine(fullName({ firstName, lastName })), address: email },
    subject: `${who} wrote to you`,
    text: `${[greeting, said, ...parts.map(textOf), `--\n${WHY}`].join('\n\n')}\n`,
    html: htmlOf(greeting, said, parts),
  };
}

const textOf = ({ name, count, quote, link }: Part) =>
  [`${name} (${count})`, ...(quote === null ? [] : [`  “${quote}”`]), `  Read it: ${link}`].join('\n');

// Mail programs know no stylesheets, so each element carries its own; colours stay the reader's where that can be.
const htmlOf = (greeting: string, said: string, parts: readonly Part[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(said)}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px"><bdi>${escapeHtml(greeting)}</bdi></p>
<p style="margin:0 0 24px"><bdi>${escapeHtml(said)}</bdi></p>
${parts.map(htmlOfPart).join('\n')}
<p style="margin:32px 0 0;font-size:13px;opacity:0.8">${escapeHtml(WHY)}</p>
</div>
</body>
</html>
`;

function htmlOfPart({ name, count, quote, link }: Part) {
  const person = escapeHtml(name);
  const lines = [
    `<p style="margin:0"><strong><bdi>${person}</bdi></strong> (${count})</p>`,
    ...(quote === null
      ? []
      : [`<p dir="auto" style="margin:4px 0 12px;overflow-wrap:anywhere">“${escapeHtml(quote)}”</p>`]),
    `<p style="margin:0"><a href="${escapeHtml(link)}" aria-label="Read what ${person} wrote">Read it in Trellis</a></p>`,
  ];
  return `<div style="margin:0 0 24px;padding:0 0 0 16px;border-left:3px solid #2f7d5b">\n${lines.join('\n')}\n</div>`;
}
