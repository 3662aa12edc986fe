import { useEffect, useRef } from 'react';

/** The heading of the result that replaces a form. It takes the focus, because the focused form is gone. */
export function ResultHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 className="title-1" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
