import { differenceInCalendarDays, format, parseISO } from 'date-fns';
import { counted, longDay } from '#src/ui/dates.ts';

interface DueCardProps {
  dueOn: string;
  isCompleted: boolean;
  /** Whose day it is, where that is not the reader. */
  learner?: string;
}

/** The day itself, and how far it is: never a relative date alone. */
export function DueCard({ dueOn, isCompleted, learner }: DueCardProps) {
  const date = parseISO(dueOn);
  return (
    <section className="card" aria-labelledby="due">
      <div className="row">
        <div className="tile" aria-hidden="true">
          <span>{format(date, 'MMM')}</span>
          <b>{format(date, 'd')}</b>
        </div>
        <div className="grow">
          <h2 className="title-3" id="due">
            Due {longDay(dueOn)}
          </h2>
          <p className="text-2">{isCompleted ? `${learner ?? 'You'} completed it.` : distance(date)}</p>
        </div>
      </div>
    </section>
  );
}

function distance(date: Date): string {
  const days = differenceInCalendarDays(date, new Date());
  if (days === 0) return 'That is today.';
  if (days < 0) return `That was ${counted(-days, 'day')} ago. It can still be finished.`;
  return days < 14 ? `In ${counted(days, 'day')}.` : `In ${Math.floor(days / 7)} weeks.`;
}
