import { type FileHandle, open, readFile } from 'node:fs/promises';
import { extensionOf, type UploadPurpose } from '#contract/learning/uploads.ts';
import { UploadProblem } from '#server/learning/packages/uploadProblem.ts';
import { readVideoLength } from './videoLength.ts';

const HEAD_BYTES = 4_096;
const startsWith =
  (...starts: string[]) =>
  (head: Buffer) =>
    starts.some((start) => head.subarray(0, start.length).equals(Buffer.from(start, 'latin1')));
const isMp4 = (head: Buffer) => head.toString('latin1', 4, 8) === 'ftyp';
const isWebm = startsWith('\x1a\x45\xdf\xa3');
const isZip = startsWith('PK\x03\x04');
/** UTF-16 text starts with a byte order mark. Other text contains no zero byte. */
const isText = (head: Buffer) => startsWith('\xff\xfe', '\xfe\xff')(head) || !head.includes(0);

/** How the content of each type begins. */
const SIGNATURES: Record<string, (head: Buffer) => boolean> = {
  pdf: startsWith('%PDF-'),
  docx: isZip,
  xlsx: isZip,
  pptx: isZip,
  odt: isZip,
  ods: isZip,
  odp: isZip,
  txt: isText,
  csv: isText,
  vtt: isText,
  png: startsWith('\x89PNG'),
  jpg: startsWith('\xff\xd8\xff'),
  jpeg: startsWith('\xff\xd8\xff'),
  webp: startsWith('RIFF'),
  mp3: (head) => startsWith('ID3')(head) || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0),
  m4a: isMp4,
  mp4: isMp4,
  m4v: isMp4,
  webm: isWebm,
};

/**
 * Checks that an uploaded file is what its name says. Throws an UploadProblem that says why it is refused. Returns the length
 * of a video.
 */
export async function checkFile(
  path: string,
  { purpose, fileName, size }: { purpose: UploadPurpose; fileName: string; size: number },
): Promise<{ seconds: number | null }> {
  const type = extensionOf(fileName);
  const file = await open(path);
  try {
    const head = await readBytes(file, 0, HEAD_BYTES);
    if (!SIGNATURES[type]?.(head))
      throw new UploadProblem(
        `The content of the file is not of the type .${type}. Save it again as .${type}.`,
      );
    if (purpose === 'captions') checkCaptions(await readFile(path));
    if (purpose !== 'video') return { seconds: null };
    const read = (position: number, length: number) => readBytes(file, position, length);
    const seconds = await readVideoLength(isMp4(head) ? 'mp4' : 'webm', read, size);
    if (seconds === null)
      throw new UploadProblem(
        'The file does not say how long the video is, so Trellis cannot tell how much of it was watched. Export it again as MP4.',
      );
    return { seconds };
  } finally {
    await file.close();
  }
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

const CUE = /^(\d+:)?\d{2}:\d{2}\.\d{3}[ \t]+-->[ \t]+(\d+:)?\d{2}:\d{2}\.\d{3}/m;

/** Captions in WebVTT format, with at least 1 text. */
function checkCaptions(content: Buffer) {
  const text = decode(content).replace(/^\uFEFF/, '');
  if (!/^WEBVTT([ \t\r\n]|$)/.test(text))
    throw new UploadProblem('The file is not in WebVTT format. Its first line must be WEBVTT.');
  if (!CUE.test(text))
    throw new UploadProblem(
      'The file has no captions. Each one needs its time, such as 00:01.000 --> 00:04.000.',
    );
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new UploadProblem('The captions are not encoded in UTF-8. Save the file again as UTF-8.');
  }
}
