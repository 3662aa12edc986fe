import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  lede?: ReactNode;
  /** The main action of the screen. */
  action?: ReactNode;
}

/** The title of a screen and one sentence about its purpose. */
export function PageHeader({ title, lede, action }: PageHeaderProps) {
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
