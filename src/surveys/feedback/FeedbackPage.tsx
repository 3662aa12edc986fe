import { Printer } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { fullName } from '#contract/people.ts';
import type { Feedback, FeedbackQuestion } from '#contract/surveys/feedback.ts';
import { isScale } from '#src/surveys/surveyTexts.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonCard, SkeletonHeader } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useGetFeedbackQuery } from '#store/surveys/feedbackApi.ts';
import { FeedbackItem } from './FeedbackItem.tsx';
import { reportGroupNames } from './feedbackTexts.ts';
import './feedback.css';
import '#src/surveys/results/results.css';
import '#src/surveys/surveys.css';

/** The released report, for the person and their coaches. Each read is in the audit log. */
export default function FeedbackPage() {
  const { surveyId = '' } = useParams();
  const query = useGetFeedbackQuery({ surveyId });
  return (
    <QueryContent
      query={query}
      title="Feedback"
      failure="The report did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonCard />
        </>
      }
      missing={
        <NotFoundState title="Report not found" to="/survey" label="View your surveys">
          It may not be released yet. Only the person and their coaches can read it.
        </NotFoundState>
      }
    >
      {(feedback) => <Report feedback={feedback} />}
    </QueryContent>
  );
}

function Report({ feedback }: { feedback: Feedback }) {
  const { shortDay } = useFormats();
  const { surveyName, subject, isSubject, releasedAt, questions } = feedback;
  const sections = [...new Set(questions.map(({ section }) => section))];
  return (
    <>
      <Breadcrumb to="/survey" label="Surveys" here={surveyName} />
      <PageHeader
        title={isSubject ? 'Your 360 feedback' : `360 feedback for ${fullName(subject)}`}
        lede={
          isSubject
            ? `Released on ${shortDay(releasedAt)}. Only you and your coaches can read it.`
            : `Released on ${shortDay(releasedAt)}. Only ${fullName(subject)} and their coaches can read it.`
        }
        action={
          <Button className="feedback-print" onClick={() => window.print()}>
            <Printer className="icon icon-small" aria-hidden="true" />
            Print
          </Button>
        }
      />
      <div className="columns">
        <div>
          {sections.map((section, index) => (
            <section key={section} className="survey-section" aria-labelledby={`section-${index}`}>
              <div className="row row-between row-wrap result-section">
                <h2 className="title-2" id={`section-${index}`}>
                  {section || 'Questions'}
                </h2>
                {questions.some((question) => question.section === section && isScale(question.type)) && (
                  <Legend isSubject={isSubject} />
                )}
              </div>
              {questions
                .filter((question) => question.section === section)
                .map((question) =>
                  question.comments ? (
                    <Comments key={question.key} question={question} feedback={feedback} />
                  ) : (
                    <div className="gap-rows" key={question.key}>
                      {question.items.map((item) => (
                        <FeedbackItem
                          key={item.text ?? ''}
                          question={question}
                          item={item}
                          isSubject={isSubject}
                        />
                      ))}
                    </div>
                  ),
                )}
            </section>
          ))}
        </div>
        <aside className="side" aria-label="About the report">
          <Groups feedback={feedback} />
        </aside>
      </div>
    </>
  );
}

/** Explains the line of each statement. The same figures are written next to it. */
const Legend = ({ isSubject }: Pick<Feedback, 'isSubject'>) => (
  <p className="result-legend small text-2" aria-hidden="true">
    <span>
      <i className="legend-self" /> {isSubject ? 'You' : 'Self-assessment'}
    </span>
    <span>
      <i className="legend-others" /> Others, mean
    </span>
    <span>
      <i className="interval-range" /> 95% interval
    </span>
  </p>
);

function Groups({ feedback: { groups, manager } }: { feedback: Feedback }) {
  return (
    <section className="card stack-4" aria-labelledby="groups">
      <h2 className="title-3" id="groups">
        Groups
      </h2>
      <dl className="stack-4">
        {groups.map(({ group, asked, answered, shownAs }) => (
          <div key={group}>
            <dt className="text-2">
              {group === 'manager' && manager ? `Manager, ${fullName(manager)}` : reportGroupNames[group]}
            </dt>
            <dd className="strong">
              {answered === null
                ? `${formatNumber(asked)} asked`
                : `${formatNumber(answered)} of ${formatNumber(asked)} answered`}
            </dd>
            <dd className="small text-2">{SHOWN_AS[shownAs]}</dd>
          </div>
        ))}
      </dl>
      <Note lock>
        A group without names is shown if it has at least 3 answers. Smaller groups are combined as “Others”,
        or left out.
      </Note>
    </section>
  );
}
const SHOWN_AS: Record<Feedback['groups'][number]['shownAs'], string> = {
  named: 'Shown with the name',
  group: 'Shown as a group, without names',
  other: 'Shown as “Others”',
  nothing: 'Left out, because too few have answered',
};

function Comments({ question, feedback }: { question: FeedbackQuestion; feedback: Feedback }) {
  const { text, comments } = question;
  const { isSubject, manager } = feedback;
  if (!comments) return null;
  const { self, others } = comments;
  const named = [
    [isSubject ? 'You' : 'Self', self],
    [manager ? `Manager, ${fullName(manager)}` : 'Manager', comments.manager],
  ] as const;
  return (
    <article className="result-question stack-3">
      <h3 className="strong">{text}</h3>
      {named.map(
        ([name, comment]) =>
          comment && (
            <div key={name}>
              <p className="small text-2">{name}</p>
              <ul className="quotes">
                <li>{comment}</li>
              </ul>
            </div>
          ),
      )}
      {others ? (
        <>
          <p className="small text-2">
            {plural(
              others.length,
              '# comment from others, in random order',
              '# comments from others, in random order',
            )}
          </p>
          <ul className="quotes">
            {others.map((comment, index) => (
              // Equal comments differ only in their position.
              <li key={`${index}${comment}`}>{comment}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className="text-2">Others: protected or no answers</p>
      )}
    </article>
  );
}
