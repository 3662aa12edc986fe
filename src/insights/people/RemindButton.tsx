import { type InsightPerson, REMINDERS_MAX } from '#contract/insights/insights.ts';
import { fullName } from '#contract/people.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useRemindLearnersMutation } from '#store/insights/insightsApi.ts';

interface RemindButtonProps {
  programId: string;
  people: readonly InsightPerson[];
  isForAll?: boolean;
}

/** Sends a reminder to one person, or to all of a group. */
export function RemindButton({ programId, people, isForAll = false }: RemindButtonProps) {
  const [remind, reminding] = useRemindLearnersMutation();
  const reminded = people.slice(0, REMINDERS_MAX);
  const all =
    people.length > reminded.length
      ? `Remind the first ${formatNumber(reminded.length)}`
      : `Remind all ${formatNumber(reminded.length)}`;
  const label = isForAll ? all : 'Remind';
  const name = people[0] && !isForAll ? `Remind ${fullName(people[0].person)}` : undefined;
  return (
    <>
      {reminding.error && (
        <span className="field-error" role="alert">
          {problemOf(reminding.error).message}
        </span>
      )}
      <Button
        small
        variant={isForAll ? 'primary' : 'outlined'}
        busy={reminding.isLoading}
        aria-label={name}
        onClick={() => void remind({ programId, userIds: reminded.map(({ person }) => person.userId) })}
      >
        {label}
      </Button>
    </>
  );
}
