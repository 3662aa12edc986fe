import { Check, TriangleAlert } from 'lucide-react';
import { unreachableQuestions } from '#contract/surveys/branching.ts';
import { FEEDBACK_GROUP_MIN } from '#contract/surveys/feedback.ts';
import { listQuestions, questionSchema } from '#contract/surveys/questions.ts';
import { missingTexts } from '#contract/surveys/translations.ts';
import { modeText } from '#src/surveys/surveyTexts.ts';
import { plural } from '#src/ui/text/plural.ts';
import type { BuilderForm } from './builderForm.ts';
import { languageName } from './languages.ts';
import { lintQuestion } from './lint.ts';

interface OpeningCheckProps {
  form: BuilderForm;
  /** Number of people whom the saved draft asks. */
  people: number;
  /** Number of peers and direct reports in 360 feedback, otherwise null. */
  raters: number | null;
}

/** Their answers would not be shown. */
export const lacksRaters = (raters: number | null) => raters !== null && raters < FEEDBACK_GROUP_MIN;

/** What to look at before the survey is opened. Only unreachable questions and too few raters keep it from opening. */
export function OpeningChecks({ form, people, raters }: OpeningCheckProps) {
  return (
    <section className="card stack-3 opening-checks" aria-labelledby="opening-checks">
      <h2 className="title-3" id="opening-checks">
        Before you open it
      </h2>
      <ul className="stack-3">
        {checksOf(form, people, raters).map(({ text, isFine }) => (
          <li key={text} className="row opening-check">
            {isFine ? (
              <Check className="icon icon-small opening-check-icon" aria-label="Fine:" />
            ) : (
              <TriangleAlert
                className="icon icon-small opening-check-icon opening-check-warning"
                aria-label="Check:"
              />
            )}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function checksOf(
  { questions, purpose, mode, k, closesOn }: BuilderForm,
  people: number,
  raters: number | null,
) {
  const all = listQuestions(questions);
  const problems = all.flatMap((question) => lintQuestion(question));
  const flawed = all.filter((question) => lintQuestion(question).length > 0).length;
  const empty = all.filter(({ text }) => text.trim() === '').length;
  const incomplete = all.filter(
    (question) => question.text.trim() !== '' && !questionSchema.safeParse(question).success,
  ).length;
  const unreachable = unreachableQuestions(questions).length;
  const languages = Object.keys(questions.translations ?? {});
  const warning = (text: string) => ({ text, isFine: false });
  const fine = (text: string) => ({ text, isFine: true });
  return [
    ...(empty === 0 ? [] : [warning(plural(empty, '# question has no text', '# questions have no text'))]),
    ...(incomplete === 0
      ? []
      : [warning(plural(incomplete, '# question is not complete', '# questions are not complete'))]),
    ...(problems.length > 0
      ? [
          warning(
            `${plural(problems.length, '# problem', '# problems')} in ${plural(flawed, '# question', '# questions')}`,
          ),
        ]
      : empty === 0 && incomplete === 0
        ? [fine('No problems in the questions')]
        : []),
    ...(unreachable === 0
      ? []
      : [warning(plural(unreachable, 'No one can reach # question', 'No one can reach # questions'))]),
    raters !== null && lacksRaters(raters)
      ? warning(
          `${plural(raters, '# peer or direct report is chosen', '# peers or direct reports are chosen')}, at least ${FEEDBACK_GROUP_MIN} are needed`,
        )
      : mode !== 'named' && people < k
        ? warning(plural(people, 'Only # person would be asked', 'Only # people would be asked'))
        : fine(plural(people, '# person will be asked', '# people will be asked')),
    fine(modeText({ mode, k })),
    ...languages.map((language) => {
      const missing = missingTexts(questions, purpose.trim(), language).length;
      return missing === 0
        ? fine(`${languageName(language)} is complete`)
        : warning(
            plural(
              missing,
              `# text not translated to ${languageName(language)}`,
              `# texts not translated to ${languageName(language)}`,
            ),
          );
    }),
    closesOn === null ? warning('No last day') : fine('A last day is set'),
  ];
}
