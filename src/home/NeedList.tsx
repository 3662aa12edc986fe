import {
  ArrowUpCircle,
  BookOpen,
  CalendarClock,
  ChevronDown,
  CircleCheck,
  ClipboardCheck,
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
  Rocket,
  Sprout,
  Target,
  Undo2,
  UserRoundPlus,
} from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Need } from '#contract/home.ts';
import { Tag } from '#src/ui/display/Tag.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { NeedActions } from './NeedActions.tsx';
import { groupNames, groupsOf, pathOf } from './needs.ts';
import { needLinkId } from './useFocusReturned.ts';

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
  report_overdue: CalendarClock,
  report_ready: Sprout,
  report_choosing: ListChecks,
  report_invited: MailOpen,
  report_objective: Target,
  check_in_due: ClipboardCheck,
  report_check_in: ClipboardCheck,
  survey: ClipboardList,
  session_answer: CalendarClock,
  session_outcome: CalendarClock,
  session_waiting: CalendarClock,
  propensity: ClipboardList,
  propensity_again: ClipboardList,
  join_request: UserRoundPlus,
  launch_request: Rocket,
  launch_returned: Undo2,
  people_without_profile: PencilLine,
};

/** The first need is highlighted. It has the only primary button of the screen, unless a session can be joined now. */
export function FirstNeed({ need, isPrimary }: { need: Need; isPrimary: boolean }) {
  return (
    <article className="first-need link-row">
      <div>
        {need.group === 'overdue' && (
          <Tag tone="amber">
            <Clock className="icon" aria-hidden="true" />
            {groupNames.overdue}
          </Tag>
        )}
        <h3>
          <Link className="row-title" id={needLinkId(need.key)} to={pathOf(need)}>
            {need.title}
          </Link>
        </h3>
        <p>{need.reason}</p>
      </div>
      <div className="actions">
        <NeedActions need={need} isPrimary={isPrimary} />
      </div>
    </article>
  );
}

function NeedRow({ need }: { need: Need }) {
  const { longDay } = useFormats();
  const Icon = icons[need.kind];
  return (
    <li className="need link-row">
      <Icon className="icon" aria-hidden="true" />
      <div>
        <Link className="row-title" id={needLinkId(need.key)} to={pathOf(need)}>
          {need.title}
        </Link>
        <p>{need.reason}</p>
        {need.snoozedUntil && <p className="small text-3">Snoozed until {longDay(need.snoozedUntil)}</p>}
      </div>
      <NeedActions need={need} />
    </li>
  );
}

/** Snoozed needs, collapsed. */
export function SnoozedNeeds({ needs }: { needs: readonly Need[] }) {
  const [isOpen, setOpen] = useState(false);
  if (needs.length === 0) return null;
  return (
    <details className="needs-snoozed" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {isOpen ? `Hide snoozed (${needs.length})` : `Show snoozed (${needs.length})`}
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </summary>
      <ul aria-label="Snoozed">
        {needs.map((need) => (
          <NeedRow key={need.key} need={need} />
        ))}
      </ul>
    </details>
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
