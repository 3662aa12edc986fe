import { Info, Lock } from 'lucide-react';
import type { ReactNode } from 'react';

/** Information about the screen: a sentence, or a few. With `lock`, it is about who can see the content. */
export function Note({ lock = false, children }: { lock?: boolean; children: ReactNode }) {
  const Icon = lock ? Lock : Info;
  return (
    <div className="note">
      <Icon className="icon" aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

/** A note about who can read the content next to it. */
export function PrivacyNote({ children }: { children: ReactNode }) {
  return (
    <p className="privacy">
      <Lock className="icon" aria-hidden="true" />
      {children}
    </p>
  );
}
