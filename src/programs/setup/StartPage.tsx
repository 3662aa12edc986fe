import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { PROGRAM_FILE_MAX_BYTES, programFileSchema } from '#contract/learning/programLife.ts';
import type { ProgramSetup } from '#contract/learning/programSetup.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { newKey } from '#src/forms/newKey.ts';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useCreateFromTemplateMutation,
  useGetTemplatesQuery,
  useImportProgramMutation,
} from '#store/programs/setupApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { TemplateCard } from './TemplateCard.tsx';
import { BLANK_PROGRAM_PATH, wizardPath } from './wizardPaths.ts';

/** Starts a program blank, from a template or from a file. */
export function StartPage() {
  const navigate = useNavigate();
  const mayAuthor = useAppSelector((state) => selectUser(state)?.roles.mayAuthor ?? false);
  const query = useGetTemplatesQuery();
  const [createFromTemplate, creating] = useCreateFromTemplateMutation();
  const [failure, setFailure] = useState<string | null>(null);
  // One program for each template, even if the button is pressed again after a lost response.
  const [keys] = useState(() => new Map<string, string>());
  const show = ({ data, error }: { data?: ProgramSetup | undefined; error?: unknown }) => {
    if (data) void navigate(wizardPath(data.programId));
    else setFailure(problemOf(error).message);
  };
  const startFrom = async (template: string) => {
    setFailure(null);
    const key = keys.get(template) ?? newKey();
    keys.set(template, key);
    show(await createFromTemplate({ template, key }));
  };
  return (
    <>
      <Breadcrumb to="/program" label="Programs" here="New program" />
      <PageHeader
        title="New program"
        lede="A template fills in every step. You can change everything before launch."
        action={
          <>
            {mayAuthor && <ImportFile onFailure={setFailure} onImported={show} />}
            <Link className={buttonClass('outlined')} to={BLANK_PROGRAM_PATH}>
              Start blank
            </Link>
          </>
        }
      />
      {failure && (
        <ErrorSummary>
          <p className="strong">The program was not created</p>
          <p>
            <ProblemText message={failure} />
          </p>
        </ErrorSummary>
      )}
      <section className="stack-4" aria-labelledby="templates-title">
        <h2 className="title-2" id="templates-title">
          Templates
        </h2>
        <QueryContent
          query={query}
          title="Templates"
          level={2}
          failure="The templates did not load"
          skeleton={<SkeletonRows count={3} />}
        >
          {({ data }) => (
            <ul className="template-cards">
              {data.map((template) => (
                <TemplateCard
                  key={template.key}
                  template={template}
                  isBusy={creating.isLoading && creating.originalArgs?.template === template.key}
                  onUse={() => void startFrom(template.key)}
                />
              ))}
            </ul>
          )}
        </QueryContent>
      </section>
    </>
  );
}

interface ImportFileProps {
  onFailure: (message: string | null) => void;
  onImported: (answer: { data?: ProgramSetup | undefined; error?: unknown }) => void;
}

function ImportFile({ onFailure, onImported }: ImportFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [importProgram, { isLoading }] = useImportProgramMutation();
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    currentTarget.value = '';
    if (!file) return;
    onFailure(null);
    if (file.size > PROGRAM_FILE_MAX_BYTES)
      return onFailure('The file is larger than 5 MB. Choose a file that was exported from Trellis.');
    const checked = programFileSchema.safeParse(parse(await file.text()));
    if (!checked.success)
      return onFailure('This is not a program file. Choose a file that was exported from Trellis.');
    onImported(await importProgram(checked.data));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Program file"
        onChange={(event) => void choose(event)}
      />
      <Button variant="plain" busy={isLoading} onClick={() => input.current?.click()}>
        <Upload className="icon icon-small" aria-hidden="true" />
        Import file
      </Button>
    </>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
