import type { ReactNode } from 'react';
import type { IllustrationName } from '#src/ui/display/Drawings.tsx';
import { Illustration } from '#src/ui/display/Illustration.tsx';

interface EmptyStateProps {
  drawing: IllustrationName;
  title?: string;
  /** A sentence that says why the list is empty. */
  children: ReactNode;
  /** A button or link for the first step. */
  action?: ReactNode;
  large?: boolean;
}

export function EmptyState({ drawing, title, children, action, large = false }: EmptyStateProps) {
  return (
    <div className={large ? 'empty empty-large' : 'empty'}>
      <Illustration name={drawing} />
      {title && <h2 className="title-2">{title}</h2>}
      <p>{children}</p>
      {action && <div className="row row-wrap empty-action">{action}</div>}
    </div>
  );
}
