/** Reads some bytes of a file; fewer at its end. */
export type ReadBytes = (position: number, length: number) => Promise<Buffer>;

/** A box of MP4, or an element of WebM: its kind, and the position of its content. */
interface Part {
  kind: string;
  start: number;
  end: number;
}
type ReadPart = (read: ReadBytes, position: number, limit: number) => Promise<Part | null>;

/** A file has few parts before the part that contains its length. */
const MAX_PARTS = 2_000;

/** The first part with this kind. */
async function findPart(
  read: ReadBytes,
  { start, end }: Pick<Part, 'start' | 'end'>,
  kind: string,
  readPart: ReadPart,
): Promise<Part | null> {
  let position = start;
  for (let count = 0; count < MAX_PARTS && position < end; count++) {
    const part = await readPart(read, position, end);
    if (!part || part.kind === kind) return part;
    position = part.end;
  }
  return null;
}

const readBox: ReadPart = async (read, position, limit) => {
  const head = await read(position, 16);
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  if (short === 1 && head.length < 16) return null;
  const [headLength, size] = short === 1 ? [16, Number(head.readBigUInt64BE(8))] : [8, short];
  const end = short === 0 ? limit : position + size;
  if (end < position + headLength || end > limit) return null;
  return { kind: head.toString('latin1', 4, 8), start: position + headLength, end };
};

async function readMp4Length(read: ReadBytes, size: number): Promise<number | null> {
  const movie = await findPart(read, { start: 0, end: size }, 'moov', readBox);
  const header = movie && (await findPart(read, movie, 'mvhd', readBox));
  if (!header) return null;
  const content = await read(header.start, 32);
  if (content.length < 32) return null;
  // Version 1 has times of 8 bytes.
  return content[0] === 1
    ? Number(content.readBigUInt64BE(24)) / content.readUInt32BE(20)
    : content.readUInt32BE(16) / content.readUInt32BE(12);
}

/** A number of 1 to 8 bytes, whose first byte gives their number; null for an unknown size. */
function readVarint(
  bytes: Buffer,
  at: number,
  keepsMarker: boolean,
): { length: number; value: number | null } {
  const first = bytes[at] ?? 0;
  const length = first === 0 ? 9 : Math.clz32(first) - 23;
  let value = keepsMarker ? first : first & (0xff >> length);
  let isUnknown = !keepsMarker && value === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { length, value: isUnknown ? null : value };
}

const readElement: ReadPart = async (read, position, limit) => {
  const head = await read(position, 12);
  const id = readVarint(head, 0, true);
  const size = readVarint(head, id.length, false);
  const start = position + id.length + size.length;
  const end = size.value === null ? limit : Math.min(limit, start + size.value);
  if (id.length > 4 || size.length > 8 || start > limit) return null;
  return { kind: (id.value ?? 0).toString(16), start, end };
};
const SEGMENT = '18538067';
const INFO = '1549a966';
const SCALE = '2ad7b1';
const DURATION = '4489';
const NANOSECONDS = 1e9;

async function readWebmLength(read: ReadBytes, size: number): Promise<number | null> {
  const segment = await findPart(read, { start: 0, end: size }, SEGMENT, readElement);
  const info = segment && (await findPart(read, segment, INFO, readElement));
  const duration = info && (await findPart(read, info, DURATION, readElement));
  if (!duration) return null;
  const scale = await findPart(read, info, SCALE, readElement);
  const unit = scale ? await read(scale.start, scale.end - scale.start) : null;
  const value = await read(duration.start, Math.min(8, duration.end - duration.start));
  if (unit?.length === 0 || (unit && unit.length > 6) || (value.length !== 4 && value.length !== 8))
    return null;
  const count = value.length === 4 ? value.readFloatBE(0) : value.readDoubleBE(0);
  return (count * (unit ? unit.readUIntBE(0, unit.length) : 1_000_000)) / NANOSECONDS;
}

/** The length of a video in seconds according to its file; null if the file does not contain it. */
export async function readVideoLength(type: 'mp4' | 'webm', read: ReadBytes, size: number) {
  const seconds = await (type === 'mp4' ? readMp4Length(read, size) : readWebmLength(read, size));
  const DAY = 86_400;
  return seconds !== null && seconds > 0 && seconds <= DAY ? seconds : null;
}
