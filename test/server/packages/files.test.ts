import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadPurpose } from '#contract/learning/uploads.ts';
import { checkFile } from '#server/learning/packages/files/checkFile.ts';
import { zipOf } from './packageFiles.ts';
import { CAPTIONS, mp4Of, webmOf } from './videoFiles.ts';

const directory = mkdtempSync(join(tmpdir(), 'trellis-files-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function check(purpose: UploadPurpose, fileName: string, content: Buffer | string) {
  const path = join(directory, 'upload');
  await writeFile(path, content);
  return checkFile(path, { purpose, fileName, size: Buffer.byteLength(content) });
}

describe('the check of an uploaded file', () => {
  it.each([
    ['a.webm', () => webmOf(3)],
    ['a.mp4', () => mp4Of(3)],
    ['a.M4V', () => mp4Of(3, { isLong: true })],
  ])('reads the length of a video: %s', async (name, content) => {
    expect(await check('video', name, await content())).toEqual({ seconds: 3 });
  });

  it.each([
    ['no length', 'a.webm', () => webmOf(1, { hasLength: false }), /does not say how long/],
    ['no length', 'a.mp4', () => mp4Of(0), /does not say how long/],
    ['a cut header', 'a.mp4', () => mp4Of(3).subarray(0, 5_030), /does not say how long/],
    [
      'random bytes',
      'a.webm',
      () => Buffer.from(`\x1a\x45\xdf\xa3${'\x00'.repeat(50)}`, 'latin1'),
      /how long/,
    ],
    ['another type', 'a.mp4', () => webmOf(1), /not of the type/],
    ['a program', 'a.mp4', () => Buffer.from('MZ\x90\x00'), /not of the type \.mp4/],
  ])('refuses a video with %s: %s', async (_what, name, content, problem) => {
    await expect(check('video', name, await content())).rejects.toThrow(problem);
  });

  it.each([
    ['WEBVTT\n\nNo times', /has no captions/],
    ['1\n00:00:01,000 --> 00:00:02,000\nHello', /first line must be WEBVTT/],
    [Buffer.from([...Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n'), 0xff, 0xfe]), /UTF-8/],
  ])('refuses captions that are not WebVTT: %j', async (content, problem) => {
    await expect(check('captions', 'a.vtt', content)).rejects.toThrow(problem);
  });

  it('accepts captions and documents', async () => {
    const files: [UploadPurpose, string, Buffer | string][] = [
      ['captions', 'a.vtt', `\uFEFF${CAPTIONS}`],
      ['file', 'a.pdf', '%PDF-1.7 …'],
      ['file', 'a.docx', await zipOf({ 'word/document.xml': '<w/>' })],
      ['file', 'a.csv', 'name;täglich'],
      ['file', 'a.txt', Buffer.from('\uFEFFhello', 'utf16le')],
    ];
    for (const [purpose, name, content] of files)
      expect(await check(purpose, name, content)).toEqual({ seconds: null });
  });

  it.each([
    ['a.pdf', '<html><script>alert(1)</script>'],
    ['a.png', 'MZ'],
    ['a.csv', 'a\u0000b'],
    ['a.svg', '<svg/>'],
  ])('refuses a document whose content does not match its type: %s', async (name, content) => {
    await expect(check('file', name, content)).rejects.toThrow(/not of the type/);
  });
});
