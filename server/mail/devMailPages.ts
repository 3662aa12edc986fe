import { escapeHtml } from './html.ts';
import type { StoredMail } from './mailFiles.ts';

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/mail/style.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

const at = (date: Date) =>
  `<time datetime="${date.toISOString()}">${escapeHtml(date.toISOString().slice(0, 19).replace('T', ' '))} UTC</time>`;

export function listPage(mails: readonly StoredMail[], usesSmtp: boolean) {
  const none = usesSmtp
    ? 'SMTP_URL is set, so emails are sent and not stored here.'
    : 'If someone is offline and does not read a message within 2 minutes, the email to them is stored here.';
  const rows = mails.map(
    ({ id, to, subject, date }) => `<li><a href="/dev/mail/${id}">
<strong><bdi>${escapeHtml(subject)}</bdi></strong>
<span>To <bdi>${escapeHtml(to)}</bdi></span>
${at(date)}
</a></li>`,
  );
  return page(
    'Stored emails',
    `<h1>Stored emails</h1>
${rows.length === 0 ? `<p>No emails yet. ${none}</p>` : `<p>Newest first. None of these emails was sent.</p>\n<ul>\n${rows.join('\n')}\n</ul>`}`,
  );
}

export function mailPage({ id, from, to, subject, date, messageId, text }: StoredMail) {
  const fields = [
    ['From', `<bdi>${escapeHtml(from)}</bdi>`],
    ['To', `<bdi>${escapeHtml(to)}</bdi>`],
    ['Date', at(date)],
    ['Message-ID', escapeHtml(messageId)],
  ];
  return page(
    subject,
    `<p><a href="/dev/mail">All emails</a></p>
<h1><bdi>${escapeHtml(subject)}</bdi></h1>
<dl>
${fields.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('\n')}
</dl>
<h2>HTML version</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mail/${id}/html" title="HTML version"></iframe>
<h2>Plain text version</h2>
<pre dir="auto" tabindex="0" aria-label="Plain text version">${escapeHtml(text)}</pre>`,
  );
}

export const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; color: CanvasText; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 2rem 0 0.5rem; }
ul { list-style: none; margin: 1.5rem 0; padding: 0; }
li { border-top: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); }
li a { display: grid; gap: 0.125rem; padding: 0.75rem 0.5rem; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li a:hover { background: color-mix(in srgb, CanvasText 6%, Canvas); }
li strong { color: LinkText; text-decoration: underline; }
li span, time, dt { color: color-mix(in srgb, CanvasText 72%, Canvas); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 1rem 0; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe, pre { box-sizing: border-box; width: 100%; border: 1px solid color-mix(in srgb, CanvasText 30%, Canvas); border-radius: 0.5rem; }
iframe { height: 30rem; background: Canvas; }
pre { margin: 0; padding: 1rem; font: 0.875rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
a:focus-visible, pre:focus-visible { outline: 2px solid LinkText; outline-offset: 2px; }
`;
