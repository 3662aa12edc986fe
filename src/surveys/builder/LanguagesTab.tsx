import { useState } from 'react';
import {
  LANGUAGES_MAX,
  PURPOSE_MAX_LENGTH,
  QUESTION_MAX_LENGTH,
  type Questions,
} from '#contract/surveys/questions.ts';
import { missingTexts, PURPOSE_PATH, textsOf } from '#contract/surveys/translations.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ConfirmRemoval } from '#src/ui/overlays/ConfirmRemoval.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { positionOf } from './builderForm.ts';
import { languageName, languages } from './languages.ts';

interface LanguagesTabProps {
  questions: Questions;
  purpose: string;
  onChange: (questions: Questions) => void;
}

/** The texts of the survey in other languages. A missing text is shown in the original language. */
export function LanguagesTab({ questions, purpose, onChange }: LanguagesTabProps) {
  const translations = questions.translations ?? {};
  const used = Object.keys(translations);
  const [language, setLanguage] = useState<string | null>(used[0] ?? null);
  const [isRemoving, setRemoving] = useState(false);
  const texts = textsOf(questions, purpose);
  const free = languages.filter((one) => !used.includes(one));
  const setTranslations = (next: NonNullable<Questions['translations']>) => {
    const { translations: _before, ...rest } = questions;
    onChange(Object.keys(next).length === 0 ? rest : { ...rest, translations: next });
  };
  const add = (code: string) => {
    setTranslations({ ...translations, [code]: {} });
    setLanguage(code);
  };
  const remove = (code: string) => {
    const { [code]: _removed, ...rest } = translations;
    setTranslations(rest);
    setLanguage(Object.keys(rest)[0] ?? null);
  };
  const selected = language !== null && translations[language] ? language : null;
  const translated = Object.keys((selected !== null && translations[selected]) || {}).length;
  return (
    <div className="stack-6 builder-people">
      {used.length < LANGUAGES_MAX && (
        <SelectField
          label="Add a language"
          value=""
          help="People see the survey in the language of “Dates and numbers” in their profile."
          options={[
            { value: '', label: 'Choose a language' },
            ...free.map((code) => ({ value: code, label: languageName(code) })),
          ]}
          onChange={(code) => code !== '' && add(code)}
        />
      )}
      {selected === null ? (
        <EmptyState drawing="seed" title="One language">
          Everyone sees the texts as you wrote them.
        </EmptyState>
      ) : (
        <>
          {used.length > 1 && (
            <SelectField
              label="Language"
              value={selected}
              options={used.map((code) => ({ value: code, label: languageName(code) }))}
              onChange={setLanguage}
            />
          )}
          <div className="row row-between row-wrap">
            <p className="text-2" role="status">
              {missingTexts(questions, purpose, selected).length === 0
                ? `${languageName(selected)} is complete.`
                : plural(
                    missingTexts(questions, purpose, selected).length,
                    `# text is not translated to ${languageName(selected)}. People see the original.`,
                    `# texts are not translated to ${languageName(selected)}. People see the originals.`,
                  )}
            </p>
            <Button
              variant="plain"
              small
              onClick={() => (translated > 0 ? setRemoving(true) : remove(selected))}
            >
              {`Remove ${languageName(selected)}`}
            </Button>
          </div>
          <div className="stack-4">
            {texts.map(({ path, text }) => (
              <Field key={path} label={labelOf(questions, path, text)}>
                {(control) => (
                  <textarea
                    {...control}
                    className="input translation"
                    rows={1}
                    lang={selected}
                    dir="auto"
                    maxLength={path === PURPOSE_PATH ? PURPOSE_MAX_LENGTH : QUESTION_MAX_LENGTH}
                    value={translations[selected]?.[path] ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      setTranslations({
                        ...translations,
                        [selected]: withText(translations[selected] ?? {}, path, value),
                      })
                    }
                  />
                )}
              </Field>
            ))}
          </div>
          {isRemoving && (
            <ConfirmRemoval
              title={`Remove ${languageName(selected)}?`}
              verb={`Remove ${languageName(selected)}`}
              call={{ isLoading: false }}
              onConfirm={async () => {
                remove(selected);
                return {};
              }}
              onClose={() => setRemoving(false)}
            >
              {plural(translated, '# translated text is removed.', '# translated texts are removed.')}
            </ConfirmRemoval>
          )}
        </>
      )}
    </div>
  );
}

/** The text with the number of its question, because the same text occurs in several questions. */
function labelOf(questions: Questions, path: string, text: string): string {
  if (path === PURPOSE_PATH) return `Purpose: ${text}`;
  const [kind, key = ''] = path.split('.');
  return kind === 'question' ? `${positionOf(questions, key)}. ${text}` : text;
}

function withText(texts: Record<string, string>, path: string, text: string): Record<string, string> {
  const { [path]: _before, ...rest } = texts;
  return text === '' ? rest : { ...rest, [path]: text };
}
