/**
 * The accent colour of an organisation, corrected until all text on it is easy to read: the hue stays, the lightness
 * changes (docs/decisions/0051-organisation-settings.md). Light and dark screens have separate corrections.
 */

export const ACCENT_FORMAT = /^#[0-9a-f]{6}$/;
/** WCAG 2.2 AA for text. */
export const MIN_CONTRAST = 4.5;

export type Scheme = 'light' | 'dark';

/**
 * The backgrounds of text in `src/ui/theme/tokens.css`: paper, surface, sunken, hover. A test compares the two lists.
 */
export const grounds: Record<Scheme, readonly string[]> = {
  light: ['#faf9f7', '#ffffff', '#f4f2ef', '#f1efeb'],
  dark: ['#171a19', '#1e2221', '#262b29', '#272c2a'],
};

/** The roles of `tokens.css` that an accent replaces. */
export type AccentRoles = Record<
  | 'primary'
  | 'primary-hover'
  | 'primary-press'
  | 'on-primary'
  | 'primary-text'
  | 'primary-wash'
  | 'primary-soft'
  | 'primary-line'
  | 'primary-part'
  | 'own'
  | 'on-own'
  | 'focus',
  string
>;

export interface SchemeCheck {
  colour: string;
  /** Contrast of button labels. */
  onButtons: number;
  /** The lowest contrast of links and words on all backgrounds. */
  words: number;
}

interface Lch {
  lightness: number;
  chroma: number;
  hue: number;
}
type Rgb = readonly [number, number, number];

const STEP = 0.004;
const WHITE = '#ffffff';

/** All roles for one colour scheme. */
export function accentRoles(accent: string, scheme: Scheme): AccentRoles {
  const corrected = correct(accent, scheme);
  const lch = toLch(corrected);
  const tone = (lightness: number, chroma: number) =>
    toHex({ ...lch, lightness, chroma: Math.min(lch.chroma, chroma) });
  const moved = (by: number) => toHex({ ...lch, lightness: Math.min(1, Math.max(0, lch.lightness + by)) });
  const isLight = scheme === 'light';
  const { soft, wash } = tints(lch, scheme);
  return {
    primary: corrected,
    'primary-hover': moved(isLight ? -0.05 : 0.04),
    'primary-press': moved(isLight ? -0.09 : 0.07),
    'on-primary': onButton(lch, scheme),
    'primary-text': corrected,
    'primary-wash': wash,
    'primary-soft': soft,
    'primary-line': isLight ? tone(0.87, 0.05) : tone(0.42, 0.05),
    'primary-part': corrected,
    own: isLight ? tone(0.93, 0.035) : tone(0.38, 0.05),
    'on-own': isLight ? tone(0.3, 0.06) : tone(0.95, 0.015),
    focus: corrected,
  };
}

/** The corrected colour and its contrasts. */
export const checkAccent = (accent: string, scheme: Scheme): SchemeCheck =>
  contrastsOf(correct(accent, scheme), scheme);

/** The contrasts of a colour as it is, without a correction. */
export function contrastsOf(colour: string, scheme: Scheme): SchemeCheck {
  const lch = toLch(colour);
  const { soft, wash } = tints(lch, scheme);
  return {
    colour,
    onButtons: contrast(onButton(lch, scheme), colour),
    words: Math.min(...[...grounds[scheme], soft, wash].map((ground) => contrast(colour, ground))),
  };
}

export const passes = ({ onButtons, words }: SchemeCheck) => Math.min(onButtons, words) >= MIN_CONTRAST;

/** The nearest colour of the same hue that passes: darker for light screens, lighter for dark ones. */
function correct(accent: string, scheme: Scheme): string {
  if (passes(contrastsOf(accent, scheme))) return accent;
  const start = toLch(accent);
  const direction = scheme === 'light' ? -STEP : STEP;
  for (let { lightness } = start; lightness >= 0 && lightness <= 1; lightness += direction) {
    const colour = toHex({ ...start, lightness });
    if (passes(contrastsOf(colour, scheme))) return colour;
  }
  return toHex({ ...start, lightness: scheme === 'light' ? 0 : 1 });
}

const onButton = ({ hue, chroma }: Lch, scheme: Scheme) =>
  scheme === 'light' ? WHITE : toHex({ lightness: 0.2, chroma: Math.min(chroma, 0.04), hue });

const tints = ({ hue, chroma }: Lch, scheme: Scheme) => {
  const tint = (lightness: number, most: number) => toHex({ lightness, chroma: Math.min(chroma, most), hue });
  return scheme === 'light'
    ? { soft: tint(0.955, 0.022), wash: tint(0.98, 0.01) }
    : { soft: tint(0.3, 0.035), wash: tint(0.27, 0.015) };
};

/** Contrast by WCAG, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
function luminance(colour: string): number {
  const [red, green, blue] = toLinear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const toLinear = (colour: string) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;

/** OKLCH (https://www.w3.org/TR/css-color-4/#ok-lab): the same lightness looks equally light in every hue. */
export function toLch(colour: string): Lch {
  const [red, green, blue] = toLinear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** Returns the colour, or else the most saturated colour with the same lightness and hue that screens can show. */
function toHex(lch: Lch): string {
  let [low, high] = [0, lch.chroma];
  if (isShown(toRgb(lch))) low = high;
  else
    for (let step = 0; step < 16; step++) {
      const middle = (low + high) / 2;
      if (isShown(toRgb({ ...lch, chroma: middle }))) low = middle;
      else high = middle;
    }
  return `#${toRgb({ ...lch, chroma: low })
    .map((value) => {
      const clipped = Math.min(1, Math.max(0, value));
      const encoded = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
      return Math.round(encoded * 255)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
}
const isShown = (rgb: Rgb) => rgb.every((value) => value >= -0.0001 && value <= 1.0001);

function toRgb({ lightness, chroma, hue }: Lch): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
