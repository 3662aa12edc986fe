/** An image in lossy WebP format. It contains a VP8 frame. */
export type Frame = Buffer;

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
const frameOf = (image: Frame) => image.subarray(20, 20 + image.readUInt32LE(16));

interface WebmOptions {
  width: number;
  height: number;
  framesPerSecond: number;
  /** Whether the header names the length. */
  hasLength?: boolean;
}

/** Creates a video without sound from images, at most 60 seconds long, that browsers can play. */
export function webmOf(
  images: readonly Frame[],
  { width, height, framesPerSecond, hasLength = true }: WebmOptions,
): Buffer {
  const timeOf = (index: number) => Math.round((index * 1_000) / framesPerSecond);
  const clusters = images.map((image, index) =>
    element(
      '1f43b675',
      element('e7', uint(timeOf(index))),
      element('a3', Buffer.from([0x81, 0, 0, 0x80]), frameOf(image)),
    ),
  );
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
        ...(hasLength ? [element('4489', double(timeOf(images.length)))] : []),
        element('4d80', 'Trellis'),
        element('5741', 'Trellis'),
      ),
      element(
        '1654ae6b',
        element(
          'ae',
          element('d7', '\x01'),
          element('73c5', '\x01'),
          element('83', '\x01'),
          element('86', 'V_VP8'),
          element('e0', element('b0', uint(width)), element('ba', uint(height))),
        ),
      ),
      ...clusters,
    ),
  ]);
}
