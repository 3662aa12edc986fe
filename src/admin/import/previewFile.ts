import Papa from 'papaparse';

export interface Preview {
  header: string[];
  rows: string[][];
}

/** Enough for some rows; the rest of a large file is not read. */
const BYTES = 64 * 1024;
const ROWS = 4;

/** The first rows of a file as the server will parse them; null if they cannot be shown. */
export async function previewFile(file: File): Promise<Preview | null> {
  const text = decode(await file.slice(0, BYTES).arrayBuffer());
  const { data } = Papa.parse<string[]>(text, { preview: ROWS + 1, skipEmptyLines: true });
  const [header, ...rows] = data;
  return header && rows.length > 0 ? { header, rows } : null;
}

/**
 * By the byte order mark, else UTF-8, or Windows-1252 if bytes other than the last ones are not valid UTF-8.
 */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  return text.slice(0, -1).includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text;
}
