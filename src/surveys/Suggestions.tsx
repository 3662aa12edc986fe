import { Link } from 'react-router-dom';
import { facetNames, type TopicSuggestion } from '#contract/learning/propensity.ts';
import { topicOptionPath } from '#src/programs/topics/topicSelection.ts';
import { plural } from '#src/ui/text/plural.ts';

/** Topics that suit the weakest areas, with the rule that chose them. */
export function Suggestions({ suggestions }: { suggestions: readonly TopicSuggestion[] }) {
  return (
    <section className="card" aria-labelledby="suggestions">
      <h2 className="title-3" id="suggestions">
        Topics to start with
      </h2>
      <ul className="survey-rows">
        {suggestions.map((suggestion) => (
          <li key={suggestion.topicId} className="link-row">
            <div>
              <p className="strong">
                <Link className="row-title" to={topicOptionPath(suggestion.programId, suggestion.topicId)}>
                  {suggestion.title}
                </Link>
              </p>
              <p className="text-2">{reasonOf(suggestion)}</p>
            </div>
            <p className="text-2 figures">{plural(suggestion.minutes, '# minute', '# minutes')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function reasonOf({
  facet,
  programName,
  practices,
  challenges,
  completions,
  isAmongBest,
}: TopicSuggestion): string {
  const area = facetNames[facet];
  const unselected = `For ${area}: a topic of ${programName} that you have not selected yet.`;
  // The duration is in the same row.
  const durationReason = isAmongBest ? `For ${area}: it is one of your shortest open topics.` : unselected;
  switch (facet) {
    case 'will':
      return completions > 0 && isAmongBest
        ? `For ${area}: among your open topics, it is one that colleagues have completed most often.`
        : unselected;
    case 'trust':
      return challenges > 0
        ? `For ${area}: you can try it out in ${plural(challenges, '# challenge', '# challenges')} before you use it at work.`
        : durationReason;
    case 'room':
      return durationReason;
    case 'plan':
      return practices > 0
        ? `For ${area}: it has ${plural(practices, '# step', '# steps')} in which you practise on set occasions.`
        : `For ${area}: you write an if-then plan for it.`;
  }
}
