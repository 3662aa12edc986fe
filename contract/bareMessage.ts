const HIDDEN = '‹text›';
/** Quoted pieces of an error's message are what somebody sent, and so is whatever looks like an address or a token. */
const PIECES: [RegExp, string][] = [
  [/\nparams: [\s\S]*/, ''],
  [/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|“[^”]*”/g, `"${HIDDEN}"`],
  [/\S+@\S+/g, HIDDEN],
  [/\?[^\s)]*/g, ''],
  [/[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*/g, HIDDEN],
];

/** What went wrong, without the values it went wrong with: server and browser report errors by it. */
export const bareMessage = (text: string) =>
  PIECES.reduce((rest, [piece, mark]) => rest.replace(piece, mark), text);
