import type { ReactNode } from 'react';

/** A label with a tinted background. The text has the meaning, not the colour alone. */
export function Tag({
  tone,
  children,
}: {
  tone?: 'amber' | 'berry' | 'primary' | 'sky';
  children: ReactNode;
}) {
  return <span className={tone ? `tag tag-${tone}` : 'tag'}>{children}</span>;
}
