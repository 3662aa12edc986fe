import { saveFile } from '#src/app/ports/saveFile.ts';

/** Downloads a value as a JSON file. */
export const saveJson = (document: Document, name: string, value: unknown) =>
  saveFile(document, new Blob([JSON.stringify(value, null, 1)], { type: 'application/json' }), name);
