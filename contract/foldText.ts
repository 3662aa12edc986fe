/** Plain spellings of letters that Unicode does not decompose into a base letter and a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const INDECOMPOSABLE = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** Removes case and accents, so that `zoe` finds `Zoë` and `soren` finds `Sørensen`. */
export const foldText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('en')
    .replace(INDECOMPOSABLE, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ');
