import type { ByteRange } from '#server/learning/packages/storage/packageStorage.ts';

/** A single byte range with a start, as video players request it. Other ranges are ignored, as HTTP allows. */
export function rangeOf(header: string | undefined): ByteRange | null {
  const match = /^bytes=(\d{1,12})-(\d{0,12})$/.exec(header ?? '');
  if (!match) return null;
  const start = Number(match[1]);
  const end = match[2] ? Number(match[2]) : Number.MAX_SAFE_INTEGER;
  return start <= end ? { start, end } : null;
}
