import { badRequest, HttpError } from '#server/http/httpError.ts';
import type { AvatarType } from './avatars.ts';

/** The largest picture that is decoded: about 67 MB in memory. */
const MAX_PIXELS = 4_096 * 4_096;
const QUALITY = 86;
const TIMEOUT_S = 10;

/** Loaded with the first picture, because it would slow the start down. Only the 3 accepted types can be decoded. */
let loading: Promise<typeof import('sharp')['default']> | undefined;
function load() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return sharp;
  });
  return loading;
}

interface EncodingOptions {
  /** Name of the picture in problem responses. */
  field: string;
  /** A portrait fills a square. Logos and images of texts keep their shape and transparency. */
  isPortrait: boolean;
  /** The edge length of the stored picture. */
  edge?: number;
}

/**
 * Decodes a picture and encodes it again as WebP. This applies the orientation and removes metadata, such as the place,
 * and all data that is not part of the picture. The size is checked before the pixels are decoded (decision 0042).
 */
export async function encodePicture(
  bytes: Buffer,
  type: AvatarType,
  { field, isPortrait, edge = 512 }: EncodingOptions,
): Promise<Buffer> {
  const unreadable = () => badRequest({ [field]: 'cannot be read as a picture' });
  const sharp = await load();
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  if (`image/${format}` !== type) throw unreadable();
  if (width * height > MAX_PIXELS)
    throw new HttpError(413, 'too-large', 'The picture has too many pixels. Choose a smaller one.', {
      fields: { [field]: 'has more than 16 million pixels' },
    });
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize(edge, edge, { fit: isPortrait ? 'cover' : 'inside', withoutEnlargement: true });
  return (isPortrait ? picture.flatten({ background: '#ffffff' }) : picture)
    .webp({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_S })
    .toBuffer()
    .catch(() => {
      throw unreadable();
    });
}
