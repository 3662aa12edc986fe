/** The square crop of a picture: zoom factor, and position from 0 to 1. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}
export const AVATAR_PX = 512;
const QUALITY = 0.86;

/** Draws the square onto the canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { zoom, x, y }: Crop): void {
  const side = Math.min(picture.width, picture.height) / zoom;
  const left = (picture.width - side) * x;
  const top = (picture.height - side) * y;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#ffffff'; // background for transparent pictures, because a JPEG has no transparency
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

const encode = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));

/** Encodes the square without camera metadata (place, device), as WebP if the browser supports it. */
export async function encodeCrop(picture: ImageBitmap, crop: Crop): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_PX;
  canvas.height = AVATAR_PX;
  drawCrop(canvas, picture, crop);
  const webp = await encode(canvas, 'image/webp');
  return webp?.type === 'image/webp' ? webp : encode(canvas, 'image/jpeg');
}
