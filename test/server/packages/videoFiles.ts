import sharp from 'sharp';
import { webmOf as webmOfImages } from '#server/db/seed/content/webm.ts';

const FRAMES_PER_SECOND = 10;

/** A video that browsers play, with a length in its header unless `hasLength` is false. */
export async function webmOf(seconds: number, { hasLength = true } = {}): Promise<Buffer> {
  const image = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#2a6' } })
    .webp()
    .toBuffer();
  const images = Array<Buffer>(seconds * FRAMES_PER_SECOND).fill(image);
  return webmOfImages(images, { width: 64, height: 36, framesPerSecond: FRAMES_PER_SECOND, hasLength });
}

/** The boxes of an MP4 file that name its length. It has no frames. */
export function mp4Of(seconds: number, { isLong = false } = {}): Buffer {
  const box = (kind: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(8 + content.length);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const header = Buffer.alloc(100);
  if (isLong) {
    header[0] = 1;
    header.writeUInt32BE(600, 20);
    header.writeBigUInt64BE(BigInt(seconds * 600), 24);
  } else {
    header.writeUInt32BE(600, 12);
    header.writeUInt32BE(seconds * 600, 16);
  }
  const media = box('mdat', Buffer.alloc(5_000));
  return Buffer.concat([box('ftyp', Buffer.from('isom0000')), media, box('moov', box('mvhd', header))]);
}

export const CAPTIONS = `WEBVTT

00:00.000 --> 00:02.000
Ask one question.
`;
