import { Check, TriangleAlert } from 'lucide-react';
import { unreachableQuestions } from '#contract/surveys/branching.ts';
import { listQuestions } from '#contract/surveys/questions.ts';
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
}

/** What to look at before the survey is opened. Only questions that no one can reach keep it from opening. */
export function OpeningChecks({ form, people }: OpeningCheckProps) {
  return (
    <section className="card stack-3 opening-checks" aria-labelledby="opening-checks">
      <h2 className="title-3" id="opening-checks">
        Before you open it
      </h2>
      <ul className="stack-3">
        {checksOf(form, people).map(({ text, isFine }) => (
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

function checksOf({ questions, mode, k, closesOn }: BuilderForm, people: number) {
  const all = listQuestions(questions);
  const problems = all.flatMap((question) => lintQuestion(question));
  const flawed = all.filter((question) => lintQuestion(question).length > 0).length;
  const empty = all.filter(({ text }) => text.trim() === '').length;
  const unreachable = unreachableQuestions(questions).length;
  const languages = Object.keys(questions.translations ?? {});
  const warning = (text: string) => ({ text, isFine: false });
  const fine = (text: string) => ({ text, isFine: true });
  return [
    ...(empty === 0 ? [] : [warning(plural(empty, '# question has no text', '# questions have no text'))]),
    ...(problems.length > 0
      ? [
          warning(
            `${plural(problems.length, '# problem', '# problems')} in ${plural(flawed, '# question', '# questions')}`,
          ),
        ]
      : empty === 0
        ? [fine('No problems in the questions')]
        : []),
    ...(unreachable === 0
      ? []
      : [warning(plural(unreachable, 'No one can reach # question', 'No one can reach # questions'))]),
    mode !== 'named' && people < k
      ? warning(plural(people, 'Only # person would be asked', 'Only # people would be asked'))
      : fine(plural(people, '# person will be asked', '# people will be asked')),
    fine(modeText({ mode, k })),
    ...languages.map((language) => {
      const missing = missingTexts(questions, language).length;
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
