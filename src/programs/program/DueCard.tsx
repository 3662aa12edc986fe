import { daysBetween } from '#src/ui/text/formats.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

interface DueCardProps {
  dueOn: string;
  isCompleted: boolean;
  /** First name of the learner if the viewer is another person. */
  learner?: string;
}

/** Shows the due date and the time left. */
export function DueCard({ dueOn, isCompleted, learner }: DueCardProps) {
  const { today, longDay, monthAndDate } = useFormats();
  const tile = monthAndDate(dueOn);
  return (
    <section className="card" aria-labelledby="due">
      <div className="row">
        <div className="tile" aria-hidden="true">
          <span>{tile.month}</span>
          <b>{tile.date}</b>
        </div>
        <div className="grow">
          <h2 className="title-3" id="due">
            Due {longDay(dueOn)}
          </h2>
          <p className="text-2">
            {isCompleted ? completedSentence(learner) : timeLeft(daysBetween(today, dueOn))}
          </p>
        </div>
      </div>
    </section>
  );
}

const completedSentence = (learner?: string) =>
  learner === undefined ? 'You completed the program.' : `${learner} completed the program.`;

function timeLeft(days: number): string {
  if (days === 0) return 'Due today.';
  if (days < 0) return `Overdue by ${plural(-days, '# day', '# days')}. The program can still be finished.`;
  return days < 14 ? `${plural(days, '# day', '# days')} left.` : `${Math.floor(days / 7)} weeks left.`;
}
