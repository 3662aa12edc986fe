import { Info, Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** A sentence of information about the screen; with `lock`, about who can see its content. */
export function Note({ lock = false, children }: { lock?: boolean; children: ReactNode }) {
  const Icon = lock ? Lock : Info;
  return (
    <div className="note">
      <Icon className="icon" aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}

/** Says who can read the content beside it. */
export function PrivacyNote({ children }: { children: ReactNode }) {
  return (
    <p className="privacy">
      <Lock className="icon" aria-hidden="true" />
      {children}
    </p>
  );
}
