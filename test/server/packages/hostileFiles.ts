/** Replaces a name in local and central headers. Zip libraries refuse to write such names. */
export const renamed = (archive: Buffer, from: string, to: string) =>
  Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1');

/** Changes fields of the central header of an entry. */
export function withHeader(archive: Buffer, name: string, change: (header: Buffer) => void) {
  const copy = Buffer.from(archive);
  let at = copy.indexOf('PK\x01\x02', 0, 'latin1');
  while (at >= 0) {
    const length = copy.readUInt16LE(at + 28);
    if (copy.toString('utf8', at + 46, at + 46 + length) === name) change(copy.subarray(at));
    at = copy.indexOf('PK\x01\x02', at + 46, 'latin1');
  }
  return copy;
}

/** Repeats the first central header, and adds the end records of ZIP64 that name this many entries. */
export function withEntryCount(archive: Buffer, count: number) {
  const start = archive.indexOf('PK\x01\x02', 0, 'latin1');
  const header = archive.subarray(start, archive.indexOf('PK\x01\x02', start + 4, 'latin1'));
  const size = header.length * count;
  const end = Buffer.alloc(56 + 20 + 22);
  end.write('PK\x06\x06', 0, 'latin1');
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(size), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.write('PK\x06\x07', 56, 'latin1');
  end.writeBigUInt64LE(BigInt(start + size), 64);
  end.writeUInt32LE(1, 72);
  end.write('PK\x05\x06', 76, 'latin1');
  end.fill(0xff, 84, 96);
  return Buffer.concat([archive.subarray(0, start), ...Array<Buffer>(count).fill(header), end]);
}
