import { LogoMark } from '#src/ui/display/LogoMark.tsx';

/** Placeholder of the header while the frame loads. */
export const HeaderSkeleton = () => (
  <div className="header-place" aria-hidden="true">
    <span className="logo">
      <LogoMark />
    </span>
  </div>
);
