import { CircleCheck, CircleX } from 'lucide-react';
import type { AnonymityReport } from '#contract/surveys/anonymous.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';

/** The result of the anonymity check of a survey, for the people who run it and for those who answered. */
export function AnonymityReportCard({ report }: { report: AnonymityReport }) {
  const { shortDay } = useFormats();
  const { checkedOn, responses, comparisons, checks } = report;
  const what = responses === null ? 'the responses' : `${formatNumber(responses)} responses`;
  return (
    <section className="card anonymity-report" aria-labelledby="anonymity-report">
      <h2 className="title-3" id="anonymity-report">
        Check of anonymity
      </h2>
      <p className="text-2">
        {`On ${shortDay(checkedOn)}, before the release, the server tried to find out who gave ${what}. It compared ${formatNumber(comparisons)} pairs of stored columns.`}
      </p>
      <ul className="anonymity-checks">
        {checks.map(({ name, isPassed }) => (
          <li key={name} className="row">
            {isPassed ? (
              <CircleCheck className="icon icon-small" aria-label="True:" />
            ) : (
              <CircleX className="icon icon-small" aria-label="Not true:" />
            )}
            <span>{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
