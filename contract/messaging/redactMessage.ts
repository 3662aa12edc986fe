const HIDDEN = '‹text›';
/** Quoted parts of an error message, email addresses, queries and tokens can contain personal data. */
const PIECES: [RegExp, string][] = [
  [/\nparams: [\s\S]*/, ''],
  [/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|“[^”]*”/g, `"${HIDDEN}"`],
  [/\S+@\S+/g, HIDDEN],
  [/\?[^\s)]*/g, ''],
  [/[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*/g, HIDDEN],
];

/** Removes values from an error message before it is reported. */
export const redactMessage = (text: string) =>
  PIECES.reduce((rest, [piece, mark]) => rest.replace(piece, mark), text);
