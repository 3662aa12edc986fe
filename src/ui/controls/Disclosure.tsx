import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import './disclosure.css';

interface DisclosureProps extends ComponentProps<'details'> {
  summary: ReactNode;
}

/** Content that is shown on request. It uses native elements, so that the browser's search finds and opens it. */
export const Disclosure = ({ summary, className = '', children, ...rest }: DisclosureProps) => (
  <details {...rest} className={`disclosure ${className}`}>
    <summary>
      {summary}
      <ChevronDown className="icon icon-small" aria-hidden="true" />
    </summary>
    {children}
  </details>
);
