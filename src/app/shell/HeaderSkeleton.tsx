import { Mark } from '#src/ui/Mark.tsx';

/** The header's place, while the frame is on its way. */
export const HeaderSkeleton = () => (
  <div className="header-place" aria-hidden="true">
    <span className="logo">
      <Mark />
    </span>
  </div>
);
