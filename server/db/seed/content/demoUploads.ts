import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { type Frame, webmOf } from './webm.ts';

/** The files of the demo. Packages are built from the folders next to this file. */

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
type Colour = readonly [red: number, green: number, blue: number];
const PAPER: Colour = [246, 247, 244];
const GREEN: Colour = [47, 93, 80];
const AMBER: Colour = [201, 139, 43];
interface Circle {
  x: number;
  radius: number;
  colour: Colour;
}
const MIDDLE = 190;
/** Two people as circles: one speaks, the other one listens, then the reverse, then both come closer. */
const SCENES: Circle[][] = [
  [
    { x: 200, radius: 70, colour: GREEN },
    { x: 450, radius: 45, colour: AMBER },
  ],
  [
    { x: 200, radius: 45, colour: GREEN },
    { x: 450, radius: 70, colour: AMBER },
  ],
  [
    { x: 240, radius: 60, colour: GREEN },
    { x: 400, radius: 60, colour: AMBER },
  ],
];
const SCENE_SECONDS = 5;
const FRAMES_PER_SECOND = 2;

/** Drawn as pixels, because the server reads only photo formats (`server/people/encodePicture.ts`). */
const pixelsOf = (circles: Circle[]) =>
  Uint8Array.from(
    Array.from({ length: WIDTH * HEIGHT }, (_, index) => {
      const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
      const circle = circles.find((one) => Math.hypot(x - one.x, y - MIDDLE) <= one.radius);
      return circle?.colour ?? PAPER;
    }).flat(),
  );

/** A silent video of 15 seconds, in the only format whose frames are images that `sharp` can encode. */
export async function demoVideo(): Promise<Buffer> {
  const images = await Promise.all(
    SCENES.map((circles) => {
      const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
      return sharp(pixelsOf(circles), { raw }).webp({ quality: 60 }).toBuffer();
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
