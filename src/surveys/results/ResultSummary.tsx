import type { Results } from '#contract/surveys/results.ts';
import { responseRate } from '#contract/surveys/surveys.ts';
import { PROTECTED } from '#src/surveys/surveyTexts.ts';
import { formatNumber, formatPercent } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { largestChange, oneDecimal, signedNumber, signedText } from './changes.ts';

/** The main figures of a survey, above its questions. */
export function ResultSummary({ results }: { results: Results }) {
  const { people, answered, questions, rounds, mode } = results;
  const change = largestChange(results);
  const enps = questions.flatMap(({ items }) =>
    items.flatMap(({ total }) => (total.kind === 'figures' && total.enps ? [total.enps] : [])),
  )[0];
  const open = questions.filter(({ items }) => items.length === 0);
  const comments = open.reduce((sum, question) => sum + (question.comments?.length ?? 0), 0);
  const hidden = mode === 'named' ? 0 : open.filter((question) => question.comments === null).length;
  return (
    <dl className="result-figures card">
      <div>
        <dt>Response rate</dt>
        <dd className="result-score">
          {answered === null ? '–' : formatPercent(responseRate(answered, people))}
        </dd>
        <dd className="small text-2">
          {answered === null
            ? PROTECTED
            : `${formatNumber(answered)} of ${plural(people, '# person', '# people')}`}
        </dd>
      </div>
      {enps && (
        <div>
          <dt>Would recommend us (eNPS)</dt>
          <dd className="result-score">{signedNumber(enps.value)}</dd>
          <dd className="small text-2">{`95% interval: ${signedNumber(enps.low)} to ${signedNumber(enps.high)}`}</dd>
        </div>
      )}
      {rounds.length > 0 && (
        <div>
          <dt>Largest change</dt>
          <dd className="result-score">{change ? signedText(change.now - change.last) : '–'}</dd>
          {change ? (
            <>
              <dd className="small text-2">{change.title}</dd>
              <dd className="small text-2">
                {`From ${oneDecimal(change.last)} to ${oneDecimal(change.now)} of ${change.highest}`}
              </dd>
              {change.asLarge > 0 && (
                <dd className="small text-2">
                  {plural(
                    change.asLarge,
                    '# other figure changed as much',
                    '# other figures changed as much',
                  )}
                </dd>
              )}
            </>
          ) : (
            <dd className="small text-2">No mean is clearly different from the last round</dd>
          )}
        </div>
      )}
      {open.length > 0 && (
        <div>
          <dt>Comments</dt>
          <dd className="result-score">{hidden === open.length ? '–' : formatNumber(comments)}</dd>
          {hidden < open.length && mode !== 'named' && <dd className="small text-2">In random order</dd>}
          {hidden > 0 && (
            <dd className="small text-2">
              {hidden === open.length
                ? PROTECTED
                : plural(
                    hidden,
                    '# question is protected or has no answers',
                    '# questions are protected or have no answers',
                  )}
            </dd>
          )}
        </div>
      )}
    </dl>
  );
}
