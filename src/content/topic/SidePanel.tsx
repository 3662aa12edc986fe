import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import type { AuthoredTopic, DraftStep } from '#contract/learning/authoring.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { versionsPath } from '#src/content/contentAddress.ts';
import { focusField } from '#src/forms/fieldIds.ts';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { problemSentence } from './topicTexts.ts';

interface SidePanelProps {
  topic: AuthoredTopic;
  /** The content in the editor, which can be newer. */
  steps: DraftStep[];
  /** True after the author has tried to publish. */
  isUrgent: boolean;
  onOpenStep: (stepKey: string) => void;
}

/** The heading of the problems that prevented the user from publishing. */
export const PROBLEMS_ID = 'problems';

/** The problems that prevent publishing, the programs with the topic, and its versions. */
export function SidePanel({ topic, steps, isUrgent, onOpenStep }: SidePanelProps) {
  const { shortDay } = useFormats();
  const mayManagePrograms = useAppSelector((state) => {
    const user = selectUser(state);
    return user !== null && (user.isAdmin || user.roles.hasReports);
  });
  const problems = Object.entries(topic.problems);
  const newest = topic.versions[0]?.n ?? 1;
  const goTo = (path: string) => {
    const [root, index] = path.split('.');
    const step = root === 'steps' ? steps[Number(index)] : undefined;
    // The fields of a step are only rendered while it is open.
    if (step) flushSync(() => onOpenStep(step.stepKey));
    focusField(path);
  };
  const list = (
    <ul className="editor-problems">
      {problems.map(([path, message]) => (
        <li key={path}>
          <button type="button" className="button button-link" onClick={() => goTo(path)}>
            {problemSentence(path, message, { steps })}
          </button>
        </li>
      ))}
    </ul>
  );
  const title = plural(problems.length, '# problem before publishing', '# problems before publishing');
  return (
    <>
      {problems.length > 0 &&
        (isUrgent ? (
          <ErrorSummary>
            <h2 className="title-3" id={PROBLEMS_ID} tabIndex={-1}>
              {title}
            </h2>
            {list}
          </ErrorSummary>
        ) : (
          <section className="card">
            <h2 className="title-3">{title}</h2>
            {list}
          </section>
        ))}
      <section className="card stack-3">
        <h2 className="title-3">Used in</h2>
        {topic.usedIn.length === 0 ? (
          <p className="text-2">No program uses this topic.</p>
        ) : (
          <ul className="stack">
            {topic.usedIn.map(({ programId, programName, learners }) => (
              <li key={programId}>
                <p>{programName || 'Untitled program'}</p>
                <p className="small text-3 figures">
                  {learners.length === 0
                    ? 'No learners now'
                    : learners
                        .map(({ n, count }) =>
                          plural(count, `# learner on version ${n}`, `# learners on version ${n}`),
                        )
                        .join(', ')}
                </p>
              </li>
            ))}
          </ul>
        )}
        {topic.state === 'published' && mayManagePrograms && <Link to="/program">Add it to a program</Link>}
      </section>
      {topic.versions.length > 0 && (
        <section className="card stack-3">
          <div className="row row-between">
            <h2 className="title-3">Versions</h2>
            {topic.hasDraft && (
              <Link className="small" to={versionsPath(topic.topicId, { from: newest, to: null })}>
                Compare draft
              </Link>
            )}
          </div>
          <ol className="stack-3">
            {topic.versions.map(({ n, notes, publishedAt, publishedBy }) => (
              <li key={n}>
                <div className="row row-between">
                  <p className="strong">{`Version ${n}`}</p>
                  {n > 1 && (
                    <Link
                      className="small"
                      aria-label={`Compare with ${n - 1}: changes of version ${n}`}
                      to={versionsPath(topic.topicId, { from: n - 1, to: n })}
                    >
                      {`Compare with ${n - 1}`}
                    </Link>
                  )}
                </div>
                {notes && <p>{notes}</p>}
                <p className="small text-3 figures">
                  {publishedBy ? `${shortDay(publishedAt)}, ${fullName(publishedBy)}` : shortDay(publishedAt)}
                </p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
