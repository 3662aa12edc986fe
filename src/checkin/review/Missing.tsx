import type { TeamCheckIns } from '#contract/learning/checkInReview.ts';
import { fullName } from '#contract/people.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useRemindOfCheckInMutation } from '#store/checkIns/reviewApi.ts';

type MissingCheckIn = TeamCheckIns['missing'][number];

/** Direct reports without a check-in, and a reminder for those who are late. */
export function Missing({ missing }: Pick<TeamCheckIns, 'missing'>) {
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby="missing-check-ins">
      <h2 className="title-3 review-title" id="missing-check-ins">
        Not sent yet
      </h2>
      <ul className="people">
        {missing.map((one) => (
          <MissingRow key={one.person.userId} missing={one} />
        ))}
      </ul>
    </section>
  );
}

function MissingRow({
  missing: { person, state, isOptional, dueAt, remindedAt, can },
}: {
  missing: MissingCheckIn;
}) {
  const { shortDay } = useFormats();
  const [remind, { isLoading, error }] = useRemindOfCheckInMutation();
  const { userId, firstName } = person;
  const text = {
    open: isOptional ? 'Joined after this check-in opened, so it is optional.' : `Due ${shortDay(dueAt)}.`,
    late: `Late since ${shortDay(dueAt)}.`,
    skipped: 'Skipped this check-in.',
  }[state];
  return (
    <li>
      <Avatar person={person} />
      <div className="grow">
        <p className="strong">{fullName(person)}</p>
        <p className="small text-3">{remindedAt ? `${text} Reminded ${shortDay(remindedAt)}.` : text}</p>
        {error && (
          <p className="small" role="alert">
            {problemOf(error).message}
          </p>
        )}
      </div>
      {can.remind && (
        <Button
          small
          busy={isLoading}
          aria-label={`Remind ${fullName(person)}`}
          onClick={() => void remind({ userId, firstName })}
        >
          Remind
        </Button>
      )}
    </li>
  );
}
