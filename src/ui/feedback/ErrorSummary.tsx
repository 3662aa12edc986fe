import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The errors of a form, above it. */
export function ErrorSummary({ children }: { children: ReactNode }) {
  return (
    <div className="summary" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
