const SCALE = 2;
const PADDING = 24;
const HEAD = 56;
const FOOT = 36;
/** The properties that a style sheet sets on the parts of a chart. A picture has no style sheet. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-size',
  'font-weight',
  'opacity',
  'vector-effect',
];

/** Saves the chart in an element as a PNG file with its title and caption, in the colours of the screen. */
export async function savePicture(
  place: HTMLElement | null,
  { title, caption }: { title: string; caption: string },
): Promise<void> {
  const chart = place?.querySelector('svg');
  if (!place || !chart) return;
  const page = place.ownerDocument;
  const { width, height } = chart.getBoundingClientRect();
  const style = getComputedStyle(place);
  const picture = await loadPicture(page, standalone(chart, width, height));
  const canvas = page.createElement('canvas');
  canvas.width = (width + 2 * PADDING) * SCALE;
  canvas.height = (height + HEAD + FOOT) * SCALE;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.scale(SCALE, SCALE);
  context.fillStyle = getComputedStyle(place.closest('.card') ?? place).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = style.color;
  context.font = `600 16px ${style.fontFamily}`;
  context.fillText(title, PADDING, 34, width);
  context.drawImage(picture, PADDING, HEAD, width, height);
  context.font = `12px ${style.fontFamily}`;
  context.fillText(caption, PADDING, HEAD + height + 22, width);
  const file = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (file) saveBlob(page, file, `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.png`);
}

/** A copy of the chart that looks the same without a style sheet. */
function standalone(chart: SVGSVGElement, width: number, height: number): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [index, original] of [chart, ...chart.querySelectorAll<SVGElement>('*')].entries()) {
    const style = getComputedStyle(original);
    for (const name of STYLES) copies[index]?.setAttribute(name, style.getPropertyValue(name));
    if (original.tagName === 'text') copies[index]?.setAttribute('font-family', 'sans-serif');
  }
  return copy;
}

async function loadPicture(page: Document, chart: SVGSVGElement): Promise<HTMLImageElement> {
  const picture = page.createElement('img');
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(chart))}`;
  await picture.decode();
  return picture;
}

function saveBlob(page: Document, file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = page.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
