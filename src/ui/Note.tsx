import { Info, Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** A sentence about how things are here; with `lock`, about who can read them. */
export function Note({ lock = false, children }: { lock?: boolean; children: ReactNode }) {
  const Icon = lock ? Lock : Info;
  return (
    <div className="note">
      <Icon className="icon" aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}

/** Who reads this, beside the thing itself. */
export function Privacy({ children }: { children: ReactNode }) {
  return (
    <p className="privacy">
      <Lock className="icon" aria-hidden="true" />
      {children}
    </p>
  );
}
