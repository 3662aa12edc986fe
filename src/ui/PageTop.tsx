import type { ReactNode } from 'react';

interface PageTopProps {
  title: ReactNode;
  lede?: ReactNode;
  /** The screen's one main action, at the right. */
  action?: ReactNode;
}

/** A screen starts with a title and one sentence of what it is for. */
export function PageTop({ title, lede, action }: PageTopProps) {
  return (
    <div className="page-top">
      <div className="grow">
        <h1 className="title-1">{title}</h1>
        {lede && <p className="lede">{lede}</p>}
      </div>
      {action && <div className="row row-wrap">{action}</div>}
    </div>
  );
}
