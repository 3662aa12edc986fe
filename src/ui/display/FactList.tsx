import type { ReactNode } from 'react';
import './factList.css';

interface Fact {
  name: string;
  value: ReactNode;
  action?: ReactNode;
}

/** A list of facts, each with an action at the end of its row. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(({ name, value, action }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
        {action && <dd>{action}</dd>}
      </div>
    ))}
  </dl>
);
