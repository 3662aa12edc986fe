import { Leaf } from '#src/ui/display/ErrorIllustration.tsx';

type Tone = 'primary-part' | 'berry-part' | 'amber-part' | 'amber-fill' | 'brand-stem';
/** x, y, rotation, size, tone */
const leaves: readonly [number, number, number, number, Tone][] = [
  [0, 41, 38, 0.93, 'primary-part'],
  [361, 61, 123, 0.87, 'primary-part'],
  [180, 73, 10, 1.35, 'primary-part'],
  [388, 13, 166, 1.1, 'primary-part'],
  [73, 22, 53, 1.21, 'berry-part'],
  [421, 6, 101, 0.84, 'amber-part'],
  [436, 7, 62, 1.06, 'primary-part'],
  [255, 24, 163, 1.14, 'amber-part'],
  [219, 15, 166, 1.32, 'berry-part'],
  [1, 24, 133, 0.87, 'amber-part'],
  [423, 16, 161, 0.7, 'amber-fill'],
  [271, 10, 126, 0.72, 'primary-part'],
  [348, 16, 56, 1.14, 'berry-part'],
  [419, 30, 116, 1.09, 'amber-fill'],
  [360, 5, 98, 0.9, 'brand-stem'],
  [113, 44, 14, 1.34, 'primary-part'],
  [437, 95, 5, 1.21, 'primary-part'],
  [324, 20, 179, 1.24, 'amber-part'],
  [191, 8, 41, 0.81, 'berry-part'],
  [37, 29, 100, 0.75, 'amber-part'],
  [112, 105, 138, 1.37, 'amber-part'],
  [384, 57, 63, 1.05, 'amber-part'],
  [272, 71, 114, 1.29, 'primary-part'],
  [38, 46, 128, 1.25, 'primary-part'],
  [99, 31, 19, 1.14, 'berry-part'],
  [342, 37, 157, 0.89, 'amber-part'],
];
/** x, y, rotation, tone */
const papers: readonly [number, number, number, Tone][] = [
  [438, 51, 60, 'berry-part'],
  [79, 20, 66, 'amber-part'],
  [304, 40, 124, 'berry-part'],
  [340, 25, 63, 'brand-stem'],
  [381, 18, 147, 'amber-fill'],
  [74, 15, 40, 'primary-part'],
  [436, 33, 2, 'brand-stem'],
  [438, 86, 4, 'berry-part'],
  [465, 58, 48, 'brand-stem'],
  [53, 21, 124, 'berry-part'],
  [424, 124, 172, 'primary-part'],
  [119, 94, 72, 'brand-stem'],
  [426, 31, 112, 'primary-part'],
  [370, 68, 34, 'amber-part'],
  [318, 45, 91, 'primary-part'],
  [431, 5, 14, 'amber-fill'],
  [5, 84, 35, 'amber-fill'],
  [444, 13, 38, 'primary-part'],
  [198, 4, 1, 'amber-part'],
  [474, 34, 172, 'berry-part'],
];
const stemLeaves = [
  'translate(238 160) rotate(205) scale(3)',
  'translate(236 142) rotate(-25) scale(3.4)',
  'translate(232 122) rotate(200) scale(3)',
  'translate(235 104) rotate(-30) scale(3.2)',
  'translate(239 84) rotate(205) scale(2.4)',
];
const LATTICE =
  'M-200 0l190 190M680 0l-190 190M-140 0l190 190M620 0l-190 190M-80 0l190 190M560 0l-190 190M-20 0l190 190M500 0l-190 190M40 0l190 190M440 0l-190 190M100 0l190 190M380 0l-190 190M160 0l190 190M320 0l-190 190M220 0l190 190M260 0l-190 190M280 0l190 190M200 0l-190 190M340 0l190 190M140 0l-190 190M400 0l190 190M80 0l-190 190M460 0l190 190M20 0l-190 190M520 0l190 190M-40 0l-190 190M580 0l190 190M-100 0l-190 190';

/** Decoration: the plant of the logo with flowers, leaves and confetti. */
export function CelebrationArt() {
  return (
    <svg className="celebration-art" viewBox="0 0 480 190" aria-hidden="true">
      <rect width="480" height="190" className="ground" />
      <path d={LATTICE} className="lattice" />
      {leaves.map(([x, y, turn, size, tone]) => (
        <Leaf key={`${x}.${y}`} className={tone} at={`translate(${x} ${y}) rotate(${turn}) scale(${size})`} />
      ))}
      {papers.map(([x, y, turn, tone]) => (
        <rect
          key={`${x}.${y}`}
          className={tone}
          x={x}
          y={y}
          width="6"
          height="3.5"
          rx="1"
          transform={`rotate(${turn} ${x} ${y})`}
        />
      ))}
      <path d="M240 190c0-34-14-40-8-70s8-34 8-58" className="plant" />
      {stemLeaves.map((at) => (
        <Leaf key={at} className="brand-stem" at={at} />
      ))}
      <g className="amber-fill">
        {[0, 72, 144, 216, 288].map((turn) => (
          <ellipse key={turn} transform={`translate(240 54) rotate(${turn})`} cy="-9.5" rx="6" ry="8.5" />
        ))}
      </g>
      <circle cx="240" cy="54" r="5" className="on-amber" />
    </svg>
  );
}
