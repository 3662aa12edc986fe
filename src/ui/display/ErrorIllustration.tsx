import type { ReactNode } from 'react';

const LEAF = 'M0 0C1-4.2 5-5.6 10-4.4 9.6 .2 5.4 2.4 0 0Z';
export const Leaf = ({ at, className = 'leaf' }: { at: string; className?: string }) => (
  <path className={className} transform={at} d={LEAF} />
);

export const Drawing = ({ children }: { children: ReactNode }) => (
  <svg className="drawing" viewBox="0 0 136 96" aria-hidden="true">
    {children}
  </svg>
);

export const Tie = () => (
  <>
    <path className="faint" d="M16 86h104" />
    <path className="line" d="M44 12v74M92 12v74M36 28h64M36 70h64" />
    <path className="line" d="M36 49h34M78 52l24 11" />
    <path className="line" d="M71 44l3 4-4 3 3 4" />
    <path className="stem" d="M44 86c0-10 10-13 10-24s-8-13-8-24" />
    <Leaf at="translate(52 68) rotate(-25) scale(1.2)" />
    <Leaf at="translate(53 58) rotate(200) scale(1.1)" />
    <Leaf at="translate(47 45) rotate(-45) scale(1.1)" />
    <circle className="blossom" cx="92" cy="58" r="2.75" />
  </>
);

/** The illustration of error states. It is part of the first load, unlike the other illustrations. */
export const ErrorIllustration = () => (
  <Drawing>
    <Tie />
  </Drawing>
);
