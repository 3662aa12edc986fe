import {
  joiningModes,
  type ProgramFields,
  type ProgramOptions,
  type ProgramSetup,
} from '#contract/learning/programSetup.ts';
import { fullName } from '#contract/people.ts';
import { withPaths } from '#src/forms/departmentPaths.ts';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useGetProgramOptionsQuery } from '#store/programs/setupApi.ts';
import { AudienceRuleFields } from './AudienceRuleFields.tsx';
import { CandidateField } from './CandidateField.tsx';
import { CoachFields } from './CoachFields.tsx';
import type { ProgramForm } from './useProgramDocument.ts';
import { fieldId, joiningLabels } from './wizardTexts.ts';

/** The people invited at the launch, and their coaches. */
export function AudienceStep({ form }: { form: ProgramForm }) {
  const { doc, saved, change, state, message } = form;
  const { data } = useGetProgramOptionsQuery({ programId: saved.programId });
  const { audience } = doc;
  const line = lineText(data, saved);
  const setAudience = (next: Partial<ProgramFields['audience']>) =>
    change({ ...doc, audience: { ...audience, ...next } });
  return (
    <div className="stack-6">
      <section className="stack-4">
        <div className="row row-between">
          <h2 className="title-2">Audience</h2>
          <p className="figures" role="status" data-dimmed={state === 'saving' || undefined}>
            {plural(saved.reach, 'Reaches # person', 'Reaches # people')}
          </p>
        </div>
        {state === 'refused' && message && <p className="field-error">{message}</p>}
        <fieldset className="stack" id={fieldId('audience')} tabIndex={-1}>
          <legend className="visually-hidden">Who is invited</legend>
          <label className="row">
            <input
              type="radio"
              name="audience"
              checked={audience.everyone}
              onChange={() => setAudience({ everyone: true })}
            />
            {everyoneText(data, saved)}
          </label>
          <label className="row">
            <input
              type="radio"
              name="audience"
              checked={!audience.everyone}
              onChange={() => setAudience({ everyone: false })}
            />
            Departments and people that you choose
          </label>
        </fieldset>
        {!audience.everyone && (
          <>
            <Departments
              options={data?.departments ?? []}
              chosen={audience.departmentIds}
              onChange={(departmentIds) => setAudience({ departmentIds })}
            />
            <CandidateField
              programId={saved.programId}
              label="Add a person"
              listLabel="Chosen people"
              help={
                line === null
                  ? 'Active and invited people in the organisation.'
                  : `${line}, directly or indirectly.`
              }
              chosen={audience.userIds}
              known={saved.people}
              onChange={(userIds) => setAudience({ userIds })}
            />
          </>
        )}
        <AudienceRuleFields
          programId={saved.programId}
          rule={doc.audienceRule}
          known={saved.people}
          hasNames={!audience.everyone}
          onChange={(audienceRule) => change({ ...doc, audienceRule })}
        />
        <SelectField
          label="Sign-up"
          id={fieldId('joining')}
          help={joiningHelp(line, doc.joining)}
          options={joiningModes.map((value) => ({ value, label: joiningLabels[value] }))}
          value={doc.joining}
          onChange={(value) => {
            const joining = joiningModes.find((one) => one === value);
            if (joining) change({ ...doc, joining });
          }}
        />
      </section>
      <section className="stack-4">
        <h2 className="title-2">Coaches</h2>
        <CoachFields doc={doc} known={saved.coaches} onChange={(coaches) => change({ ...doc, ...coaches })} />
        {doc.coachIds.length > 0 && saved.reach > 0 && (
          <Note>
            {plural(
              Math.ceil(saved.reach / doc.coachIds.length),
              'Each coach gets at most # learner.',
              'Each coach gets at most # learners.',
            )}
          </Note>
        )}
      </section>
    </div>
  );
}

/** The people whom a manager's program can reach; null if it can reach the whole organisation. */
function lineText(options: ProgramOptions | undefined, { isForLine, owner }: ProgramSetup): string | null {
  // An administrator is viewing a manager's program.
  if (isForLine && owner && options?.isForLine === false) return `People who report to ${fullName(owner)}`;
  return isForLine || options?.isForLine ? 'People who report to you' : null;
}

function joiningHelp(line: string | null, joining: ProgramFields['joining']) {
  if (joining === 'invitation') return 'Only invited people take part.';
  const who = line === null ? 'Everyone in the organisation finds' : `${line} find`;
  return joining === 'open'
    ? `${who} the program under Programs after the launch.`
    : `${who} the program under Programs after the launch. You answer their requests.`;
}

function everyoneText(options: ProgramOptions | undefined, { isForLine, owner }: ProgramSetup) {
  // An administrator is viewing a manager's program.
  if (isForLine && owner && options?.isForLine === false) return `Everyone who reports to ${fullName(owner)}`;
  const count = options?.everyone ?? 0;
  return options?.isForLine
    ? plural(
        count,
        'Everyone who reports to you (# person)',
        'Everyone who reports to you, directly or indirectly (# people)',
      )
    : plural(count, 'Everyone in the organisation (# person)', 'Everyone in the organisation (# people)');
}

interface DepartmentsProps {
  options: ProgramOptions['departments'];
  chosen: readonly number[];
  onChange: (departmentIds: number[]) => void;
}

function Departments({ options, chosen, onChange }: DepartmentsProps) {
  if (options.length === 0) return null;
  return (
    <fieldset className="stack">
      <legend className="label">Departments, with those below them</legend>
      <ul className="wizard-choices">
        {withPaths(options).map(({ departmentId, path, people }) => (
          <li key={departmentId}>
            <label className="row">
              <input
                type="checkbox"
                className="checkbox"
                checked={chosen.includes(departmentId)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked
                      ? [...chosen, departmentId]
                      : chosen.filter((one) => one !== departmentId),
                  )
                }
              />
              <bdi className="grow">{path}</bdi>
              <span className="small text-3 figures">{plural(people, '# person', '# people')}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
