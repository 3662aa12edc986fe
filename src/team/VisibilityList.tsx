import { Eye, EyeOff } from 'lucide-react';
import type { VisibleThing } from '#contract/team.ts';
import { countText } from './countText.ts';
import './visibility.css';

interface VisibilityListProps {
  things: readonly VisibleThing[];
  titles: { visible: string; hidden: string };
}

/** Visible and hidden kinds of data, each with the rule that decides it. */
export function VisibilityList({ things, titles }: VisibilityListProps) {
  const groups = [
    { title: titles.visible, rows: things.filter(({ isVisible }) => isVisible), Icon: Eye },
    { title: titles.hidden, rows: things.filter(({ isVisible }) => !isVisible), Icon: EyeOff },
  ];
  return groups.map(
    ({ title, rows, Icon }) =>
      rows.length > 0 && (
        <div key={title} className="visible-group">
          <h3 className="small text-3">{title}</h3>
          <ul>
            {rows.map((row) => {
              const count = countText(row);
              return (
                <li key={row.thing}>
                  <Icon className="icon" aria-hidden="true" />
                  <div>
                    <p>
                      {row.thing}
                      {count && <span className="visible-count figures">{count}</span>}
                    </p>
                    <p className="small text-3">{row.rule}</p>
                  </div>
                </li>
              );
            })}
          </ul>
        </div>
      ),
  );
}
