import type { ReactNode } from 'react';
import { Drawing, Leaf, Tie } from './ErrorIllustration.tsx';

const drawings: Record<IllustrationName, ReactNode> = {
  chat: (
    <>
      <path className="faint" d="M16 84h104" />
      <path
        className="shape"
        d="M28 22h44a9 9 0 0 1 9 9v20a9 9 0 0 1-9 9H46L34 70V60h-6a9 9 0 0 1-9-9V31a9 9 0 0 1 9-9Z"
      />
      <path className="faint" d="M33 36h32M33 46h20" />
      <path
        className="shape"
        d="M75 40h31a8 8 0 0 1 8 8v16a8 8 0 0 1-8 8h-4v9l-10-9H75a8 8 0 0 1-8-8V48a8 8 0 0 1 8-8Z"
      />
      <path className="stem" d="M90 66V54" />
      <Leaf at="translate(90 58) rotate(-22)" />
      <Leaf at="translate(90 62) rotate(202) scale(0.8)" />
    </>
  ),
  bell: (
    <>
      <path className="faint" d="M24 12h88M40 12v72M96 12v72M24 48h12M100 48h12" />
      <path className="line" d="M68 12v8" />
      <path className="shape" d="M48 64c5-4 6-9 6-18 0-10 5-18 14-18s14 8 14 18c0 9 1 14 6 18Z" />
      <path className="line" d="M62 71c1 4 3 5 6 5s5-1 6-5" />
      <path className="stem" d="M96 84c0-14 8-16 8-30" />
      <Leaf at="translate(101 68) rotate(-30) scale(1.1)" />
      <Leaf at="translate(104 56) rotate(205) scale(0.9)" />
    </>
  ),
  seed: (
    <>
      <path className="faint" d="M18 88h100" />
      <path className="line" d="M50 14v48M86 14v48M42 26h52M42 44h52" />
      <path className="shape" d="M42 60h52l-5 28H47Z" />
      <path className="stem" d="M68 60c0-10-7-11-7-20s6-9 6-17" />
      <Leaf at="translate(62 46) rotate(200) scale(1.2)" />
      <Leaf at="translate(62 38) rotate(-25) scale(1.4)" />
      <Leaf at="translate(67 25) rotate(-60) scale(1.2)" />
    </>
  ),
  gate: (
    <>
      <path className="faint" d="M10 84h116" />
      <path className="line" d="M22 84V26M46 84V26M16 38h36M16 66h36M90 84V26M114 84V26M84 38h36M84 66h36" />
      <path className="faint" d="M60 84c2-16 6-20 8-34M78 84c-2-16-4-20-6-34" strokeDasharray="3 5" />
      <path className="stem" d="M90 66c-8-2-10-10-9-18" />
      <Leaf at="translate(83 58) rotate(200) scale(1.1)" />
      <Leaf at="translate(81 49) rotate(-70)" />
    </>
  ),
  tie: <Tie />,
};

export type IllustrationName = 'chat' | 'bell' | 'seed' | 'gate' | 'tie';

const NamedDrawing = ({ name }: { name: IllustrationName }) => <Drawing>{drawings[name]}</Drawing>;
export default NamedDrawing;
