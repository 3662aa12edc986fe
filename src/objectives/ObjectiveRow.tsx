import { Clock, PencilLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Objective } from '#contract/objectives.ts';
import { sentenceCase, shortDay } from '#src/ui/dates.ts';
import { Tag } from '#src/ui/Tag.tsx';
import { isOver, measureWords, pendingOf, standingWords, stateWords } from './words.ts';

/** One objective in a list: where it stands, and what it asks for. */
export function ObjectiveRow({ objective, to }: { objective: Objective; to: string }) {
  const { title, state, isAtRisk, isQuiet, dueOn, notes, measure } = objective;
  const [latest] = notes;
  const isPending = pendingOf(objective).length > 0;
  return (
    <li className="objective-row">
      <div className="grow">
        <Link className="row-title" to={to}>
          {title}
        </Link>
        <p className="text-2">{standingWords(objective) ?? measureWords(measure)}</p>
        <p className="small text-3 figures">
          {sentenceCase(
            [
              dueOn && !isOver(objective) ? `due ${shortDay(dueOn)}` : null,
              latest ? `last note ${shortDay(latest.at)}` : 'no note yet',
            ]
              .filter(Boolean)
              .join(', '),
          )}
        </p>
      </div>
      <div className="objective-tags">
        {isPending && (
          <Tag tone="sky">
            <PencilLine className="icon" aria-hidden="true" />
            Changed, not answered
          </Tag>
        )}
        {state === 'active' && isAtRisk && <Tag tone="amber">At risk</Tag>}
        {state === 'active' && isQuiet && (
          <Tag tone="amber">
            <Clock className="icon" aria-hidden="true" />
            Gone quiet
          </Tag>
        )}
        <Tag {...(state === 'achieved' ? { tone: 'primary' as const } : {})}>{stateWords[state]}</Tag>
      </div>
    </li>
  );
}
