import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import './select.css';

/** A native select, which phones show in their own way (decision 0035). The caller labels it. */
export const Select = (props: ComponentProps<'select'>) => (
  <div className="select">
    <select {...props} className="input" />
    <ChevronDown className="icon icon-small" aria-hidden="true" />
  </div>
);
