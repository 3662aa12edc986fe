import type { ReactNode } from 'react';

interface PanelProps {
  id: string;
  title: string;
  beside?: ReactNode;
  isPrivate?: boolean;
  /** Shown on a narrow screen. */
  isChosen: boolean;
  children: ReactNode;
}

/** One of the four areas of the room. */
export const Panel = ({ id, title, beside, isPrivate = false, isChosen, children }: PanelProps) => (
  <section
    className={isPrivate ? 'room-panel room-panel-private' : 'room-panel'}
    aria-labelledby={`panel-${id}`}
    data-chosen={isChosen || undefined}
  >
    <div className="room-panel-head">
      <h2 id={`panel-${id}`}>{title}</h2>
      {beside}
    </div>
    <div className="room-panel-body" id={`panel-${id}-body`}>
      {children}
    </div>
  </section>
);
