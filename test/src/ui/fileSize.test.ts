import { fileSize } from '#src/ui/text/fileSize.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [206, '206 bytes'],
  [1_000, '1 kB'],
  [64_499, '64 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [1_440_000, '1.4 MB'],
  [1_234_560_000, '1,234.6 MB'],
])('says the size of a file with a suitable unit (%s bytes)', (bytes, expected) => {
  expect(fileSize(bytes)).toBe(expected);
});
