import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';

/** One thing that a search looks through: a file, the rows of a table, an output. */
export interface Place {
  name: string;
  content: Buffer;
}

/**
 * Everything in the data directory of a stopped server with the embedded databases: every file, and every row of both
 * databases, because PostgreSQL compresses long values in its files. Names start with the path or with `database table` and
 * `messaging table`.
 */
export async function everythingKept(dataDirectory: string): Promise<Place[]> {
  const files = readdirSync(dataDirectory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dataDirectory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ name: relative(dataDirectory, path), content: readFileSync(path) }));
  const tables: Place[] = [];
  for (const database of ['database', 'messaging'])
    tables.push(...(await dump(join(dataDirectory, database), database)));
  return [...files, ...tables];
}

async function dump(directory: string, database: string): Promise<Place[]> {
  const db = await PGlite.create({ dataDir: directory, extensions: { btree_gist } });
  try {
    const { rows } = await db.query<{ name: string }>(`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`);
    const places: Place[] = [];
    for (const { name } of rows) {
      const content = await db.query<{ all: string | null }>(
        `select string_agg(to_jsonb(t)::text, E'\\n') as all from ${name} as t`,
      );
      places.push({ name: `${database} table ${name}`, content: Buffer.from(content.rows[0]?.all ?? '') });
    }
    return places;
  } finally {
    await db.close();
  }
}

/** Where each sentence is found, as it is or encoded: UTF-16, JSON or URL escapes, hexadecimal, base64. */
export function findSentences(sentences: readonly string[], places: readonly Place[]): string[] {
  return sentences.flatMap((sentence) => {
    const forms = formsOf(sentence);
    return places
      .filter(({ content }) => forms.some((form) => content.includes(form)))
      .map(({ name }) => `“${sentence}” in ${name}`);
  });
}

function formsOf(sentence: string): Buffer[] {
  const bytes = Buffer.from(sentence);
  // In base64 a sentence looks different at each of three offsets. The letters at both ends depend on its neighbours.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const texts = [
    JSON.stringify(sentence).slice(1, -1),
    encodeURIComponent(sentence),
    bytes.toString('hex'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [bytes, Buffer.from(sentence, 'utf16le'), ...texts.map((text) => Buffer.from(text))];
}
