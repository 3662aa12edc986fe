import sharp from 'sharp';

/** An element of WebM. */
function element(id: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length));
  size[0] = 1; // the size has 8 bytes
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}
const double = (value: number) => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
};
const uint = (value: number) => Buffer.from([value >> 16, (value >> 8) & 255, value & 255]);

/** One frame in the format VP8, which a lossy WebP image contains. */
async function aFrame() {
  const image = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#2a6' } })
    .webp()
    .toBuffer();
  return image.subarray(20, 20 + image.readUInt32LE(16));
}

const FRAMES_PER_SECOND = 10;

/** A video that browsers play, with a length in its header unless `hasLength` is false. */
export async function webmOf(seconds: number, { hasLength = true } = {}): Promise<Buffer> {
  const frame = await aFrame();
  const blocks = Array.from({ length: seconds * FRAMES_PER_SECOND }, (_, index) => {
    const time = (index * 1_000) / FRAMES_PER_SECOND;
    return element('a3', Buffer.from([0x81, time >> 8, time & 255, 0x80]), frame);
  });
  return Buffer.concat([
    element(
      '1a45dfa3',
      element('4286', '\x01'),
      element('4282', 'webm'),
      element('4287', '\x02'),
      element('4285', '\x02'),
    ),
    element(
      '18538067',
      element(
        '1549a966',
        element('2ad7b1', uint(1_000_000)),
        ...(hasLength ? [element('4489', double(seconds * 1_000))] : []),
        element('4d80', 'test'),
        element('5741', 'test'),
      ),
      element(
        '1654ae6b',
        element(
          'ae',
          element('d7', '\x01'),
          element('73c5', '\x01'),
          element('83', '\x01'),
          element('86', 'V_VP8'),
          element('e0', element('b0', uint(64)), element('ba', uint(36))),
        ),
      ),
      element('1f43b675', element('e7', '\x00'), ...blocks),
    ),
  ]);
}

/** The boxes of an MP4 file that name its length. It has no pictures. */
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
