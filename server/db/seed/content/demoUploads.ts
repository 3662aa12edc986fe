import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { type Frame, webmOf } from './webm.ts';

/** The files of the demo. Packages are built from the folders beside this file. */

async function zipOf(folder: string): Promise<Buffer> {
  const root = join(import.meta.dirname, folder);
  const zip = new ZipFile();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    zip.addBuffer(readFileSync(path), relative(root, path).replaceAll('\\', '/'));
  }
  zip.end();
  return buffer(zip.outputStream as AsyncIterable<Buffer> & NodeJS.ReadableStream);
}
export const scormPackage = () => zipOf('scorm');
export const h5pPackage = () => zipOf('h5p');

const WIDTH = 640;
const HEIGHT = 360;
/** Two people as circles: one speaks, the other one listens, then the reverse, then both look at the same thing. */
const SCENES = [
  '<circle cx="200" cy="190" r="70" fill="#2f5d50"/><circle cx="450" cy="190" r="45" fill="#c98b2b"/>',
  '<circle cx="200" cy="190" r="45" fill="#2f5d50"/><circle cx="450" cy="190" r="70" fill="#c98b2b"/>',
  '<circle cx="230" cy="190" r="60" fill="#2f5d50"/><circle cx="410" cy="190" r="60" fill="#c98b2b"/><rect x="280" y="290" width="80" height="12" fill="#1f2a24"/>',
];
const SCENE_SECONDS = 5;
const FRAMES_PER_SECOND = 2;

/** A silent film of 15 seconds, in the only format of which every frame is an image that `sharp` can encode. */
export async function demoVideo(): Promise<Buffer> {
  const images = await Promise.all(
    SCENES.map(async (shapes) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f6f7f4"/>${shapes}</svg>`;
      return sharp(Buffer.from(svg)).webp({ quality: 60 }).toBuffer();
    }),
  );
  const frames = images.flatMap((image): Frame[] =>
    Array<Frame>(SCENE_SECONDS * FRAMES_PER_SECOND).fill(image),
  );
  return webmOf(frames, { width: WIDTH, height: HEIGHT, framesPerSecond: FRAMES_PER_SECOND });
}

export const demoCaptions = Buffer.from(`WEBVTT

00:00.000 --> 00:05.000
First you say what you saw, in one sentence.

00:05.000 --> 00:10.000
Then you ask, and the other person has most of the time.

00:10.000 --> 00:15.000
At the end, both of you agree on one next step.
`);

export const demoFile = Buffer.from(`Before you give feedback

1. Which situation? When and where?
2. What did you see or hear? No reasons, no judgements.
3. What did it cause?
4. Which open question will you ask?
5. When will you talk again?
`);
