import { Eye, EyeOff } from 'lucide-react';
import type { VisibleThing } from '#contract/team.ts';
import './visibility.css';

interface VisibleThingsProps {
  things: readonly VisibleThing[];
  words: { seen: string; hidden: string };
}

/** What is seen and what is not, each with the rule that says so. */
export function VisibleThings({ things, words }: VisibleThingsProps) {
  const groups = [
    { title: words.seen, rows: things.filter(({ isVisible }) => isVisible), Icon: Eye },
    { title: words.hidden, rows: things.filter(({ isVisible }) => !isVisible), Icon: EyeOff },
  ];
  return groups.map(
    ({ title, rows, Icon }) =>
      rows.length > 0 && (
        <div key={title} className="visible-group">
          <h3 className="small text-3">{title}</h3>
          <ul>
            {rows.map(({ thing, rule, count }) => (
              <li key={thing}>
                <Icon className="icon" aria-hidden="true" />
                <div>
                  <p>
                    {thing}
                    {count !== null && <span className="text-3 figures"> {count}</span>}
                  </p>
                  <p className="small text-3">{rule}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
      ),
  );
}
