import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { ProgramFields, ProgramSetup } from '#contract/learning/programSetup.ts';
import { fullName } from '#contract/people.ts';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { Launch } from './Launch.tsx';
import type { ProgramForm } from './useProgramDocument.ts';
import { wizardPath } from './wizardPaths.ts';
import {
  coachingPlanText,
  confirmationLabels,
  dueText,
  fieldId,
  joiningLabels,
  NO_TIME,
  NO_TOPICS_YET,
  orderLabels,
  problemSentence,
  rangeText,
  ruleText,
  stepOf,
} from './wizardTexts.ts';
import { durationText, workloadOf } from './workload.ts';

/** All problems, the launch button, and the effects of the launch. */
export function ReviewStep({ form }: { form: ProgramForm }) {
  const { doc, saved } = form;
  const problems = Object.entries(saved.problems);
  const firstProblem = useRef<HTMLAnchorElement>(null);
  const checks = checksOf(doc, saved);
  const pathTo = (field: string) => `${wizardPath(saved.programId, stepOf(field))}#${fieldId(field)}`;
  return (
    <div className="stack-6">
      <section className="stack-3">
        <h2 className="title-2">
          {problems.length === 0
            ? 'Ready to launch'
            : plural(problems.length, 'Fix # problem before launch', 'Fix # problems before launch')}
        </h2>
        {problems.length === 0 && <p className="text-2">Nothing has been sent yet.</p>}
        {problems.length > 0 && (
          <ul className="wizard-problems" aria-label="To fix before the launch">
            {problems.map(([field, message], index) => (
              <li key={field}>
                <CircleAlert className="icon wizard-must" aria-hidden="true" />
                <p className="grow">{problemSentence(field, message)}</p>
                <Link
                  ref={index === 0 ? firstProblem : null}
                  className={buttonClass('outlined', true)}
                  to={pathTo(field)}
                >
                  Fix this
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      {checks.length > 0 && (
        <section className="stack-3" aria-labelledby="checks-title">
          <h2 className="title-2" id="checks-title">
            Check before launch
          </h2>
          <ul className="wizard-problems">
            {checks.map(({ text, field }) => (
              <li key={text}>
                <TriangleAlert className="icon wizard-check" aria-hidden="true" />
                <p className="grow">{text}</p>
                <Link className={buttonClass('outlined', true)} to={pathTo(field)}>
                  Change
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Launch form={form} onRefused={() => firstProblem.current?.focus()} />
      <Consequences doc={doc} saved={saved} />
    </div>
  );
}

/** Settings that are allowed but may be mistakes. */
function checksOf(doc: ProgramFields, { reach }: ProgramSetup) {
  const checks: { text: string; field: string }[] = [];
  if (doc.due.kind === 'none') checks.push({ text: 'The program has no due date', field: 'due' });
  if (doc.coachIds.length === 0) checks.push({ text: 'Learners have no coach', field: 'coachIds' });
  if (doc.confirmation === 'manager' && !doc.managerVisible)
    checks.push({
      text: 'Managers confirm topics but do not see them, so completions are confirmed after 7 days',
      field: 'confirmation',
    });
  if (doc.coachIds.length > 0 && reach > doc.coachIds.length * 12)
    checks.push({ text: 'Some coaches get more than 12 learners', field: 'coachIds' });
  return checks;
}

function surveyFact({ surveyBeforeId, surveyAfterId }: ProgramFields, { surveys }: ProgramSetup) {
  const nameOf = (id: string) => surveys.find(({ surveyId }) => surveyId === id)?.surveyName ?? 'a survey';
  const parts = [
    ...(surveyBeforeId ? [`Before: ${nameOf(surveyBeforeId)}`] : []),
    ...(surveyAfterId ? [`After: ${nameOf(surveyAfterId)}`] : []),
  ];
  return parts.join('. ') || 'None';
}

/** The time of one learner, and of all of them together. */
function timeText(doc: ProgramFields, { topics, reach }: ProgramSetup, today: string) {
  const { minutes, minutesPerWeek } = workloadOf(doc, topics, today);
  if (topics.length === 0) return NO_TOPICS_YET;
  if (minutes === 0) return NO_TIME;
  if (minutesPerWeek === null) return `At most ${durationText(minutes)} for each learner`;
  const each = `At most ${durationText(minutesPerWeek)} a week for each learner`;
  return reach === 0
    ? each
    : `${each}, ${durationText(minutesPerWeek * reach)} a week for ${plural(reach, '# person', '# people')}`;
}

const managerName = ({ audienceRule }: ProgramFields, { people }: ProgramSetup) => {
  const manager = people.find(({ userId }) => userId === audienceRule?.managerId);
  return manager && fullName(manager);
};

function Consequences({ doc, saved }: { doc: ProgramFields; saved: ProgramSetup }) {
  const { shortDay, today } = useFormats();
  const facts: [string, string][] = [
    [
      'People',
      saved.reach === 0
        ? doc.audienceRule
          ? 'No one meets the conditions yet'
          : 'No one is chosen yet'
        : plural(
            saved.reach,
            '# person is invited by a notification in Trellis',
            '# people are invited by a notification in Trellis',
          ),
    ],
    ...(doc.audienceRule
      ? ([['Conditions', ruleText(doc.audienceRule, shortDay, managerName(doc, saved))]] as [
          string,
          string,
        ][])
      : []),
    [
      'Topics',
      saved.topics.length === 0
        ? 'None'
        : `${saved.topics.map(({ title }) => title || 'Untitled topic').join(', ')}. Learners choose ${rangeText(doc.selectionMin, doc.selectionMax)}.`,
    ],
    ['Order', orderLabels[doc.topicOrder]],
    ['Time', timeText(doc, saved, today)],
    ['Date', dueText(doc.due, shortDay)],
    ['Completion', confirmationLabels[doc.confirmation]],
    ['Coaches', saved.coaches.map(fullName).join(', ') || 'None'],
    ['Coaching', coachingPlanText(doc.coachingPlan)],
    ['Surveys', surveyFact(doc, saved)],
    ['Sign-up', joiningLabels[doc.joining]],
    [
      'Who sees what',
      doc.managerVisible
        ? 'Coaches and managers see topics, steps and progress of their learners. No one sees answers or reflections.'
        : 'Coaches see topics, steps and progress of their learners. Managers see nothing. No one sees answers or reflections.',
    ],
  ];
  return (
    <section className="stack-3">
      <h2 className="title-2">What happens after launch</h2>
      <dl className="wizard-facts">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
