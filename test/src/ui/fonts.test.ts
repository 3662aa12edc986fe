import { readFileSync } from 'node:fs';

/** The faces of the main font in order. The last face whose range contains a letter is used for it. */
const faces = [...readFileSync('src/ui/theme/font.css', 'utf8').matchAll(/@font-face \{([^}]*)\}/g)]
  .map(([, face = '']) => face)
  .filter((face) => face.includes('"Figtree Variable"'))
  .map((face) => ({
    file: /files\/([\w-]+)\.woff2/.exec(face)?.[1],
    ranges: [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = '', to = from]) =>
      [from, to].map((code) => Number.parseInt(code, 16)),
    ),
  }));

const fileOf = (letter: string) => {
  const code = letter.codePointAt(0) ?? 0;
  return faces.findLast(({ ranges }) => ranges.some(([from = 0, to = 0]) => code >= from && code <= to))
    ?.file;
};
const filesOf = (text: string) => [...new Set(Array.from(text.normalize('NFC'), fileOf))];

it('uses one font for every Vietnamese letter with several diacritics', () => {
  expect(filesOf('ọầảấậẩẫắằặẳẵẹẻẽếềệểễịỉốồộổỗơớờợởỡụủưứừựửữỳỵỷỹỌẦƠƯ')).toEqual([
    'plus-jakarta-sans-vietnamese-wght-normal',
  ]);
});

it('loads no additional font for English and other European names', () => {
  expect(filesOf('Zoë Ångström')).toEqual(['figtree-latin-wght-normal']);
  expect(filesOf('ŁęšžčřąőĐăĩũ')).toEqual(['figtree-latin-ext-wght-normal']);
});
