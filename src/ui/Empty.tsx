import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './Drawing.tsx';

interface EmptyProps {
  drawing: DrawingName;
  title?: string;
  /** A sentence that says why nothing is here. */
  children: ReactNode;
  /** What one can do first. */
  action?: ReactNode;
  large?: boolean;
}

export function Empty({ drawing, title, children, action, large = false }: EmptyProps) {
  return (
    <div className={large ? 'empty empty-large' : 'empty'}>
      <Drawing name={drawing} />
      {title && <h2 className="title-2">{title}</h2>}
      <p>{children}</p>
      {action && <div className="row row-wrap empty-action">{action}</div>}
    </div>
  );
}
