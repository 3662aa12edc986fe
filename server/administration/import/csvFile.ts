import { Readable } from 'node:stream';
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from '#contract/administration/import.ts';
import { notPossible } from '#server/http/httpError.ts';

const DELIMITERS = [';', ',', '\t'] as const;
const CELL_MAX_LENGTH = 1_000;
/** Number of characters that are parsed before other work of the server runs. */
const CHUNK = 64 * 1024;

export interface CsvText {
  text: string;
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  delimiter: string;
}
export interface CsvRow {
  /** The line of the file in which the row starts. */
  line: number;
  cells: string[];
}

/**
 * Reads a file as text: by its byte order mark, otherwise as UTF-8, or as Windows-1252 if it is not valid UTF-8,
 * because Excel writes that.
 */
export function decodeCsv(bytes: Uint8Array): CsvText {
  const { text, encoding } = decode(bytes);
  return { text, encoding, delimiter: findDelimiter(text) };
}

function decode(bytes: Uint8Array): Pick<CsvText, 'text' | 'encoding'> {
  const utf16 = utf16Of(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}

/** UTF-16 is recognised by its byte order mark, or by the zero bytes of its first letters. */
function utf16Of([first, second, third, fourth]: Uint8Array) {
  if ((first === 0xff && second === 0xfe) || (first && second === 0 && third && fourth === 0))
    return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second && third === 0 && fourth))
    return 'utf-16be';
  return null;
}

/** The separator that occurs most often in the first line, outside of quotes. */
function findDelimiter(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((one) => [one, 0]));
  let isQuoted = false;
  for (const character of text.slice(0, CHUNK)) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [[best] = [',']] = [...counts].filter(([, n]) => n > 0).sort(([, a], [, b]) => b - a);
  return best;
}

/** The rows of a file, header first. If it is not a CSV file, the error names the line. */
export async function* readCsv({ text, delimiter }: CsvText): AsyncGenerator<CsvRow> {
  const { CsvError, parse } = await import('csv-parse'); // loaded with the first file
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: IMPORT_MAX_COLUMNS * CELL_MAX_LENGTH,
  });
  const source = Readable.from(chunksOf(text));
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  let [end, empty, rows] = [0, 0, 0];
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number; empty_lines: number };
    }>) {
      const line = end + 1 + info.empty_lines - empty;
      [end, empty] = [info.lines, info.empty_lines];
      if (record.length > IMPORT_MAX_COLUMNS)
        throw notPossible(
          `The file has more than ${IMPORT_MAX_COLUMNS} columns. Remove those you do not need.`,
        );
      if (rows++ > IMPORT_MAX_ROWS)
        throw notPossible(`The file has more than 100,000 rows. Divide it into several files.`);
      const cells = record.map(cleanCell);
      if (cells.some((cell) => cell !== '')) yield { line, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as Error & { lines?: number };
    throw notPossible(
      `The file could not be read as CSV${lines ? ` at line ${lines}` : ''}. Check the quotation marks there.`,
    );
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function* chunksOf(text: string) {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK);
}

/** PostgreSQL cannot store NUL and lone surrogates. */
const cleanCell = (cell: string) =>
  cell.replaceAll('\u0000', '\ufffd').toWellFormed().trim().slice(0, CELL_MAX_LENGTH);

/** A cell that a spreadsheet would run as a formula. */
export const isFormula = (cell: string) => /^(?:[=+@\t\r]|-.)/.test(cell);
