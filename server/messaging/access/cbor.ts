/**
 * The part of CBOR (RFC 8949) that access tokens are made of: maps, lists, byte and text strings, numbers, true, false,
 * null. Items are written in the order given, so that what was read is written again byte by byte.
 */
export type Cbor = number | string | boolean | null | Uint8Array | Cbor[] | CborMap;
export type CborMap = Map<Uint8Array | string, Cbor>;

const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, simple: 7 } as const;
/** Whoever nests deeper than a token does wants to see the stack end. */
const MAX_DEPTH = 8;

export function encodeCbor(value: Cbor): Buffer {
  const parts: Buffer[] = [];
  write(value, parts);
  return Buffer.concat(parts);
}

function write(value: Cbor, parts: Buffer[]): void {
  if (value === null) parts.push(Buffer.of(0xf6));
  else if (typeof value === 'boolean') parts.push(Buffer.of(value ? 0xf5 : 0xf4));
  else if (typeof value === 'number') parts.push(numberOf(value));
  else if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    parts.push(head(MAJOR.text, bytes.length), bytes);
  } else if (value instanceof Uint8Array) parts.push(head(MAJOR.bytes, value.length), Buffer.from(value));
  else if (Array.isArray(value)) {
    parts.push(head(MAJOR.list, value.length));
    for (const item of value) write(item, parts);
  } else {
    parts.push(head(MAJOR.map, value.size));
    for (const [key, item] of value) {
      write(key, parts);
      write(item, parts);
    }
  }
}

function numberOf(value: number): Buffer {
  if (Number.isSafeInteger(value) && Math.abs(value) <= 0xffffffff)
    return value < 0 ? head(MAJOR.negative, -1 - value) : head(MAJOR.unsigned, value);
  const bytes = Buffer.alloc(9, 0xfb);
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

function head(major: number, size: number): Buffer {
  const type = major << 5;
  if (size < 24) return Buffer.of(type | size);
  if (size < 0x100) return Buffer.of(type | 24, size);
  const bytes = Buffer.alloc(size < 0x10000 ? 3 : 5, type | (size < 0x10000 ? 25 : 26));
  if (size < 0x10000) bytes.writeUInt16BE(size, 1);
  else bytes.writeUInt32BE(size, 1);
  return bytes;
}

/** Throws on whatever is not one whole item of the kinds above. */
export function decodeCbor(bytes: Buffer): Cbor {
  const reader = new Reader(bytes);
  const value = reader.item(0);
  if (!reader.isAtEnd) throw new RangeError('There is more than one item');
  return value;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  item(depth: number): Cbor {
    if (depth > MAX_DEPTH) throw new RangeError('Nested too deep');
    const first = this.#bytes.readUInt8(this.#at++);
    const major = first >> 5;
    if (major === MAJOR.simple) return this.#simple(first);
    const size = this.#size(first & 31);
    if (major === MAJOR.unsigned) return size;
    if (major === MAJOR.negative) return -1 - size;
    if (major === MAJOR.bytes) return this.#take(size);
    if (major === MAJOR.text) return this.#take(size).toString('utf8');
    // An item is at least one byte: a longer list is a lie, and no memory is given for it.
    if (size > this.#bytes.length - this.#at) throw new RangeError('Longer than its bytes');
    if (major === MAJOR.list) return Array.from({ length: size }, () => this.item(depth + 1));
    if (major !== MAJOR.map) throw new RangeError('Of an unknown kind');
    const map: CborMap = new Map();
    for (let entry = 0; entry < size; entry++) {
      const key = this.item(depth + 1);
      if (typeof key !== 'string' && !(key instanceof Uint8Array)) throw new RangeError('No key');
      map.set(key, this.item(depth + 1));
    }
    return map;
  }

  #simple(first: number): Cbor {
    if (first === 0xf6) return null;
    if (first === 0xf4 || first === 0xf5) return first === 0xf5;
    if (first === 0xfb) return this.#take(8).readDoubleBE(0);
    throw new RangeError('Of an unknown kind');
  }
  #size(info: number): number {
    if (info < 24) return info;
    if (info === 24) return this.#take(1).readUInt8(0);
    if (info === 25) return this.#take(2).readUInt16BE(0);
    if (info === 26) return this.#take(4).readUInt32BE(0);
    throw new RangeError('Of an unknown size');
  }
  #take(size: number): Buffer {
    if (this.#at + size > this.#bytes.length) throw new RangeError('It ends early');
    this.#at += size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }
}
