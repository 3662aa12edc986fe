import { readFile } from 'node:fs/promises';
import { HttpError } from '#server/http/httpError.ts';
import { UploadProblem } from '#server/learning/packages/uploadProblem.ts';
import { encodePicture, imageTypeOf } from '#server/people/index.ts';

/** Sharp in a text of 36 rem on a screen with a pixel ratio of 2. */
const EDGE_PX = 1_600;

/** An uploaded image, encoded again without metadata. Throws an UploadProblem if it cannot be read. */
export async function encodeImage(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  const type = imageTypeOf(bytes);
  if (!type) throw new UploadProblem('The file is not a PNG, JPEG or WebP image.');
  try {
    return await encodePicture(bytes, type, { field: 'image', isPortrait: false, edge: EDGE_PX });
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw new UploadProblem(
      error.status === 413
        ? 'The image has more than 16 million pixels. Choose a smaller one.'
        : 'The image cannot be read. Save it again as PNG or JPEG.',
    );
  }
}
