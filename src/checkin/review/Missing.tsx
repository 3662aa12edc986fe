import { useRef, useState } from 'react';
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
  const [refusal, setRefusal] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (missing.length === 0 && refusal === null) return null;
  // A person who has sent the check-in meanwhile is refused, and their row disappears.
  const refuse = (text: string | null) => {
    setRefusal(text);
    if (text !== null) heading.current?.focus();
  };
  return (
    <section aria-labelledby="missing-check-ins">
      <h2 ref={heading} className="title-3 review-title" id="missing-check-ins" tabIndex={-1}>
        Not sent yet
      </h2>
      {refusal && (
        <p className="small review-title" role="alert">
          {refusal}
        </p>
      )}
      <ul className="people">
        {missing.map((one) => (
          <MissingRow key={one.person.userId} missing={one} onRefused={refuse} />
        ))}
      </ul>
    </section>
  );
}

interface MissingRowProps {
  missing: MissingCheckIn;
  /** Why the last reminder was not sent; null when another one is being sent. */
  onRefused: (text: string | null) => void;
}

function MissingRow({
  missing: { person, state, isOptional, dueAt, remindedAt, can },
  onRefused,
}: MissingRowProps) {
  const { shortDay } = useFormats();
  const [remind, { isLoading }] = useRemindOfCheckInMutation();
  const { userId, firstName } = person;
  const text = {
    open: isOptional ? 'Joined after this check-in opened, so it is optional.' : `Due ${shortDay(dueAt)}.`,
    late: `Late since ${shortDay(dueAt)}.`,
    skipped: 'Skipped this check-in.',
  }[state];
  const send = async () => {
    onRefused(null);
    const { error } = await remind({ userId, firstName });
    if (error) onRefused(`${fullName(person)} was not reminded. ${problemOf(error).message}`);
  };
  return (
    <li>
      <Avatar person={person} />
      <div className="grow">
        <p className="strong">{fullName(person)}</p>
        <p className="small text-3">{remindedAt ? `${text} Reminded ${shortDay(remindedAt)}.` : text}</p>
      </div>
      {can.remind && (
        <Button small busy={isLoading} aria-label={`Remind ${fullName(person)}`} onClick={() => void send()}>
          Remind
        </Button>
      )}
    </li>
  );
}
