import type { Insights } from '#contract/insights/insights.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** What happened in the 7 days after the last reminder. */
export function AfterReminder({ reminder }: { reminder: NonNullable<Insights['lastReminder']> }) {
  const { shortDay } = useFormats();
  const { day, people, activeAfter, isOver } = reminder;
  return (
    <section className="card" aria-labelledby="after-reminder">
      <h2 className="title-2" id="after-reminder">
        After the last reminder
      </h2>
      <p className="text-2">{`Sent on ${shortDay(day)} to ${plural(people, '# person', '# people')}.`}</p>
      <p>
        <b className="insight-value">{formatNumber(activeAfter)}</b>{' '}
        <span className="text-2">
          {isOver
            ? `of ${formatNumber(people)} chose topics, did a step or planned a session within 7 days`
            : `of ${formatNumber(people)} chose topics, did a step or planned a session so far. Activity counts for 7 days.`}
        </span>
      </p>
      <p className="small text-2">
        There is no comparison group, so this does not prove that the reminder helped.
      </p>
    </section>
  );
}
