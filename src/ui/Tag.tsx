import type { ReactNode } from 'react';

/** A word and a shape, never colour alone. */
export function Tag({
  tone,
  children,
}: {
  tone?: 'amber' | 'berry' | 'primary' | 'sky';
  children: ReactNode;
}) {
  return <span className={tone ? `tag tag-${tone}` : 'tag'}>{children}</span>;
}
