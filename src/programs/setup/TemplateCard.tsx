import type { Template } from '#contract/learning/programLife.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { rangeText } from './wizardTexts.ts';
import { durationText, topicSize, workloadOf } from './workload.ts';

interface TemplateCardProps {
  template: Template;
  isBusy: boolean;
  onUse: () => void;
}

/** A template, drawn on a timeline of its weeks. */
export function TemplateCard({ template, isBusy, onUse }: TemplateCardProps) {
  const { key, name, purpose, weeks, topics, selectionMin, selectionMax } = template;
  const sessions = topics.reduce((sum, topic) => sum + topic.sessions, 0);
  const due = { kind: 'days' as const, days: weeks * 7 };
  const { minutesPerWeek } = workloadOf({ selectionMax, due }, topics, '');
  const facts: [string, string][] = [
    [
      'Topics',
      `${plural(topics.length, '# topic', '# topics')}, choose ${rangeText(selectionMin, selectionMax)}`,
    ],
    // Not the coaching plan, which a template does not have.
    ['Steps with a coach', sessions === 0 ? 'None' : plural(sessions, '# session', '# sessions')],
    [
      'Time',
      minutesPerWeek
        ? `At most ${durationText(minutesPerWeek)} a week, ${weeks} weeks`
        : plural(weeks, '# week', '# weeks'),
    ],
  ];
  return (
    <li className="card template-card" aria-labelledby={`template-${key}`}>
      <h3 className="title-3" id={`template-${key}`}>
        {name}
      </h3>
      <p className="text-2">{purpose}</p>
      <Timeline template={template} />
      <dl className="template-facts small">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{text}</dd>
          </div>
        ))}
      </dl>
      <Disclosure summary="Topics in this template">
        <ul className="stack small">
          {topics.map(({ title, steps, minutes }) => (
            <li key={title}>
              {title} <span className="text-3 figures">{topicSize({ steps, minutes })}</span>
            </li>
          ))}
        </ul>
      </Disclosure>
      <Button busy={isBusy} aria-label={`Use template ${name}`} onClick={onUse}>
        Use template
      </Button>
    </li>
  );
}

const ROW = 10;

/** The topics one after another, each as long as its share of the minutes, and their sessions as rings. */
function Timeline({ template: { topics, weeks } }: { template: Template }) {
  const all = topics.reduce((sum, { minutes }) => sum + minutes, 0) || 1;
  const bars = topics.map(({ title, minutes, sessions }, index) => {
    const before = topics.slice(0, index).reduce((sum, topic) => sum + topic.minutes, 0);
    return { title, sessions, start: (100 * before) / all, length: (100 * minutes) / all };
  });
  const height = bars.length * ROW + 18;
  return (
    <div aria-hidden="true">
      <svg width="100%" height={height} aria-hidden="true">
        {bars.map(({ title, start, length }, index) => (
          <rect
            key={title}
            className="template-bar"
            x={`${start}%`}
            y={index * ROW}
            width={`${length}%`}
            height={6}
            rx={3}
          />
        ))}
        {bars.flatMap(({ title, start, length, sessions }) =>
          Array.from({ length: sessions }, (_, index) => (
            <circle
              key={`${title}${index}`}
              className="template-ring"
              cx={`${Math.min(98, Math.max(2, start + (length * (index + 1)) / (sessions + 1)))}%`}
              cy={height - 7}
              r={4}
            />
          )),
        )}
      </svg>
      <p className="row row-between small text-3">
        <span>Week 1</span>
        <span>{`Week ${weeks}`}</span>
      </p>
    </div>
  );
}
