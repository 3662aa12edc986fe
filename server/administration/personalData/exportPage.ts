import type { Region } from '#server/formats.ts';
import { escapeHtml } from '#server/mail/index.ts';
import type { ExportedChat } from './chats.ts';
import type { ExportedTable } from './collect.ts';

interface PageContent extends Region {
  name: string;
  organisation: string;
  madeAt: Date;
  tables: readonly ExportedTable[];
  pictures: readonly { name: string }[];
  chats: readonly (ExportedChat & { peerName: string })[];
}

const STYLE = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:52rem;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif}
h1,h2,h3{line-height:1.25}h2{margin-top:2.5rem;border-top:1px solid;padding-top:1rem}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) minmax(0,1fr);gap:.25rem 1rem;margin:.5rem 0;padding:.75rem;border:1px solid;border-radius:.5rem}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
ol.chat{list-style:none;padding:0}ol.chat li{margin:.5rem 0}.meta{opacity:.75;font-size:.875rem}
img{max-width:16rem;border-radius:.5rem}p{overflow-wrap:anywhere}`;

const label = (column: string) => {
  const words = column.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** One page without scripts and network resources, in parts. */
export function* exportPage({ name, organisation, madeAt, tables, pictures, chats, ...region }: PageContent) {
  const { locale, timeZone } = region;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const day = (instant: string | Date) => format.format(new Date(instant));
  const title = `Your data in ${organisation} on Trellis`;
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(`For ${name}, made on ${day(madeAt)}. The same data is in data.json and in the folder chats, for use by other programs.`)}</p>
`;
  if (pictures.length > 0) {
    yield '<h2>Pictures</h2>\n';
    for (const picture of pictures) yield `<p><img src="${escapeHtml(picture.name)}" alt="Picture"></p>\n`;
  }
  for (const { table, purpose, rows } of tables) {
    if (rows.length === 0) continue;
    yield `<section><h2 id="${escapeHtml(table)}">${escapeHtml(purpose)}</h2>\n`;
    for (const row of rows) {
      const filled = Object.entries(row).filter(([, value]) => value !== null);
      yield `<dl>${filled
        .map(
          ([column, value]) => `<dt>${escapeHtml(label(column))}</dt><dd>${escapeHtml(textOf(value))}</dd>`,
        )
        .join('')}</dl>\n`;
    }
    yield '</section>\n';
  }
  for (const { peerName, messages } of chats) {
    yield `<section><h2>${escapeHtml(`Chat with ${peerName}`)}</h2><ol class="chat">\n`;
    for (const { at, isOwn, text } of messages)
      yield `<li><span class="meta">${escapeHtml(`${isOwn ? name : peerName}, ${day(at)}`)}</span><br>${escapeHtml(text)}</li>\n`;
    yield '</ol></section>\n';
  }
  yield '</main></body></html>\n';
}
