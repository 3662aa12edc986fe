import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What stands in the way of saving, above the form. */
export function ErrorSummary({ children }: { children: ReactNode }) {
  return (
    <div className="summary" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
