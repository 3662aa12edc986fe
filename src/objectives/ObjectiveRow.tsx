import { Clock, PencilLine } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Objective } from '#contract/learning/objectives.ts';
import { Tag } from '#src/ui/display/Tag.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { currentValue, hasEnded, measureText, pendingChanges, stateLabels } from './objectiveLabels.ts';

/** An objective in a list. */
export function ObjectiveRow({ objective, to }: { objective: Objective; to: string }) {
  const { shortDay } = useFormats();
  const { title, state, isAtRisk, isQuiet, dueOn, notes, measure } = objective;
  const [latest] = notes;
  const pending = pendingChanges(objective);
  return (
    <li className="objective-row link-row">
      <div className="grow">
        <Link className="row-title" to={to}>
          {title}
        </Link>
        <p className="text-2">{currentValue(objective) ?? measureText(measure)}</p>
        <p className="small text-3 figures">
          {[
            ...(dueOn && !hasEnded(objective) ? [`Due ${shortDay(dueOn)}`] : []),
            latest ? `Last note ${shortDay(latest.at)}` : 'No notes yet',
          ].join(' · ')}
        </p>
      </div>
      <div className="objective-tags">
        {pending.length > 0 && (
          <Tag tone="sky">
            <PencilLine className="icon" aria-hidden="true" />
            {pending.some(({ can }) => can.respond) ? 'Response needed' : 'No response yet'}
          </Tag>
        )}
        {state === 'active' && isAtRisk && <Tag tone="amber">At risk</Tag>}
        {state === 'active' && isQuiet && (
          <Tag tone="amber">
            <Clock className="icon" aria-hidden="true" />
            No recent notes
          </Tag>
        )}
        <Tag {...(state === 'achieved' ? { tone: 'primary' as const } : {})}>{stateLabels[state]}</Tag>
      </div>
    </li>
  );
}
