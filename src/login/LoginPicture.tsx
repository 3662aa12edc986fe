import { Leaf } from '#src/ui/display/ErrorIllustration.tsx';

/** The leaves of two stems on a lattice: x, y, rotation, size and shade. */
const leaves: readonly [number, number, number, number, 1 | 2 | 3 | 4][] = [
  [380, 899, -57, 6.0, 3],
  [352, 855, -169, 4.9, 4],
  [325, 812, -54, 5.1, 3],
  [306, 768, -149, 5.2, 4],
  [303, 725, -16, 4.2, 3],
  [317, 681, -105, 4.3, 4],
  [348, 638, 16, 4.4, 3],
  [389, 594, -92, 3.4, 4],
  [430, 550, 14, 3.5, 3],
  [461, 507, -113, 3.6, 4],
  [471, 463, -33, 2.6, 3],
  [457, 420, -170, 2.7, 4],
  [354, 903, 7, 8.0, 1],
  [381, 863, -101, 7.8, 2],
  [409, 823, 8, 7.6, 1],
  [435, 783, -108, 7.3, 2],
  [453, 743, -9, 7.1, 1],
  [462, 703, -135, 6.8, 2],
  [458, 663, -43, 6.6, 1],
  [442, 623, -167, 6.4, 2],
  [414, 583, -66, 6.1, 1],
  [379, 543, -180, 5.9, 2],
  [340, 503, -70, 5.6, 1],
  [303, 463, -175, 5.4, 2],
  [273, 423, -55, 5.2, 1],
  [256, 383, -147, 4.9, 2],
  [253, 343, -13, 4.7, 1],
  [268, 303, -104, 4.4, 2],
  [298, 263, 18, 4.2, 1],
  [340, 223, -86, 4.0, 2],
  [389, 183, 25, 3.7, 1],
];
const BACK_STEM =
  'M396 930C391 921 375 893 364 874C353 855 338 837 328 818C318 799 308 781 305 762C301 743 301 725 307 706C312 687 324 669 338 650C352 631 372 613 389 594C406 575 427 557 440 538C454 519 466 501 470 482C473 463 470 445 461 426C451 407 421 379 413 370';
const FRONT_STEM =
  'M338 930C345 920 363 890 376 870C389 850 406 830 418 810C431 790 443 770 451 750C458 730 463 710 462 690C461 670 455 650 445 630C436 610 420 590 403 570C387 550 365 530 346 510C328 490 307 470 292 450C277 430 263 410 258 390C252 370 251 350 256 330C262 310 275 290 292 270C308 250 333 230 356 210C379 190 414 163 430 150C446 137 449 133 453 130';
/** Distance between the diagonal lines of the lattice. */
const SPACING = 92;
const lattice = Array.from(
  { length: 17 },
  (_, index) => `M${-400 + index * SPACING} 0l900 900M${1120 - index * SPACING} 0l-900 900`,
).join('');

/** A decorative plant on a lattice. */
export function LoginPicture() {
  return (
    <svg viewBox="0 0 720 900" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <defs>
        <linearGradient id="fade" x1="0" y1="0" x2="0" y2="1">
          <stop offset=".5" className="fade-from" />
          <stop offset=".74" className="fade-to" />
        </linearGradient>
      </defs>
      <path d={lattice} className="lattice" />
      <path d={BACK_STEM} className="stem-back" />
      <path d={FRONT_STEM} className="stem-front" />
      {leaves.map(([x, y, turn, size, shade]) => (
        <Leaf
          key={`${x}.${y}`}
          className={`leaf-${shade}`}
          at={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}
        />
      ))}
      <g transform="translate(453 130) scale(1.5)">
        <g className="petals">
          {[0, 72, 144, 216, 288].map((turn) => (
            <ellipse key={turn} transform={`rotate(${turn})`} cy="-9.5" rx="6" ry="8.5" />
          ))}
        </g>
        <circle r="4.5" className="heart" />
      </g>
      <circle cx="413" cy="370" r="6" className="petals" />
      <rect width="720" height="900" fill="url(#fade)" />
    </svg>
  );
}
