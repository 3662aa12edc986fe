import {
  ArrowUpCircle,
  BookOpen,
  CalendarClock,
  CircleCheck,
  ClipboardList,
  Clock,
  Flag,
  Hourglass,
  Lightbulb,
  ListChecks,
  LogOut,
  type LucideIcon,
  MailOpen,
  PencilLine,
  Sprout,
  Target,
  UserRoundPen,
} from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { Need } from '#contract/home.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { groupNames, groupsOf, pathOf } from './needs.ts';

const icons: Record<Need['kind'], LucideIcon> = {
  invitation: MailOpen,
  topic_ready: Sprout,
  finish: Flag,
  next_step: BookOpen,
  choose_topics: ListChecks,
  topic_proposed: Lightbulb,
  awaiting_confirmation: Hourglass,
  upgrade: ArrowUpCircle,
  objective_changed: PencilLine,
  objective_due: CalendarClock,
  objective_quiet: Target,
  confirm_topic: CircleCheck,
  report_completed: CircleCheck,
  report_left: LogOut,
  report_quiet: Hourglass,
  report_objective: Target,
  propensity: ClipboardList,
  people_without_profile: UserRoundPen,
};

/** The first need is highlighted and has the only primary button of the screen. */
export function FirstNeed({ need }: { need: Need }) {
  return (
    <article className="first-need">
      <div>
        <Tag {...(need.group === 'overdue' ? { tone: 'amber' as const } : {})}>
          {need.group === 'overdue' && <Clock className="icon" aria-hidden="true" />}
          {groupNames[need.group]}
        </Tag>
        <h3>{need.title}</h3>
        <p>{need.reason}</p>
      </div>
      <div className="actions">
        <Link className={buttonClass('primary')} to={pathOf(need)} aria-label={`${need.verb}: ${need.title}`}>
          {need.verb}
        </Link>
      </div>
    </article>
  );
}

function NeedRow({ need }: { need: Need }) {
  const Icon = icons[need.kind];
  const path = pathOf(need);
  return (
    <li className="need">
      <Icon className="icon" aria-hidden="true" />
      <div>
        <Link className="row-title" to={path}>
          {need.title}
        </Link>
        <p>{need.reason}</p>
      </div>
      <Link className={buttonClass('outlined', true)} to={path} aria-label={`${need.verb}: ${need.title}`}>
        {need.verb}
      </Link>
    </li>
  );
}

/** Each row shows the reason for the need, not only a count. */
export function NeedList({ needs }: { needs: readonly Need[] }) {
  const id = useId();
  return (
    <div className="needs">
      {groupsOf(needs).map(({ group, needs: rows }) => (
        <div key={group} className={group === 'waiting' ? 'needs-group needs-waiting' : 'needs-group'}>
          <h3 id={`${id}-${group}`}>{groupNames[group]}</h3>
          <ul aria-labelledby={`${id}-${group}`}>
            {rows.map((need) => (
              <NeedRow key={need.key} need={need} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
