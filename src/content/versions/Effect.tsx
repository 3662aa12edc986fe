import type { TopicComparison } from '#contract/learning/topicVersions.ts';
import { plural } from '#src/ui/text/plural.ts';

/** The effect of the newer version on learners who work on an older one. */
export function Effect({ comparison: { to, learners, removed } }: { comparison: TopicComparison }) {
  const all = learners.completed + learners.inProgress + learners.notStarted;
  const name = to.n === null ? 'the next version' : `version ${to.n}`;
  const rows: [number, string, string][] = [
    [learners.completed, 'completed the topic', 'They stay completed.'],
    [
      learners.inProgress,
      learners.inProgress === 1 ? 'is in progress' : 'are in progress',
      `They are offered ${name}. Completed steps that remain stay completed.`,
    ],
    [
      learners.notStarted,
      learners.notStarted === 1 ? 'has not started' : 'have not started',
      `They are offered ${name}.`,
    ],
  ];
  return (
    <section className="card stack-3">
      <h2 className="title-3">{plural(all, 'Effect on # learner', 'Effect on # learners')}</h2>
      {all === 0 ? (
        <p className="text-2">No learner works on an older version.</p>
      ) : (
        <dl className="version-effect">
          {rows
            .filter(([count]) => count > 0)
            .map(([count, label, effect]) => (
              <div key={label}>
                <dt>
                  <span className="strong figures">{count}</span> {label}
                </dt>
                <dd className="small text-3">{effect}</dd>
              </div>
            ))}
        </dl>
      )}
      {removed
        .filter((step) => step.learners > 0)
        .map(({ stepKey, title, learners: count }) => (
          <p key={stepKey} className="small text-2">
            {plural(
              count,
              `# learner has done “${title}”. The work is kept, but it no longer counts.`,
              `# learners have done “${title}”. The work is kept, but it no longer counts.`,
            )}
          </p>
        ))}
    </section>
  );
}
