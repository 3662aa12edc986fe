import { useRef } from 'react';
import { fullName } from '#contract/people.ts';
import type { Audience, Survey } from '#contract/surveys/surveys.ts';
import { K_MAX } from '#contract/surveys/surveys.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePeopleShown } from '#src/app/usePerson.ts';
import { withPaths } from '#src/forms/departmentPaths.ts';
import { fieldId } from '#src/forms/fieldIds.ts';
import { PersonField } from '#src/forms/PersonField.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { selectDirectory } from '#store/people/directory.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { useGetAudienceOptionsQuery } from '#store/surveys/surveysApi.ts';
import type { ErrorOf } from './builderErrors.ts';
import type { BuilderForm } from './builderForm.ts';
import { DateFields } from './DateFields.tsx';
import { LinePersonField } from './LinePersonField.tsx';

interface AudienceFieldsProps {
  form: BuilderForm;
  /** The saved draft. */
  survey: Pick<Survey, 'surveyId' | 'owner' | 'people' | 'smallestGroup'>;
  isSaved: boolean;
  errorOf: ErrorOf;
  onChange: (form: BuilderForm) => void;
}

/** The audience, the days, and who can see the answers. */
export function AudienceFields({ form, survey, isSaved, errorOf, onChange }: AudienceFieldsProps) {
  const { mode, k } = form;
  const { people, smallestGroup } = survey;
  // A draft keeps its value after the organisation chose a larger group, until the value is changed.
  const lowest = Math.min(smallestGroup, k);
  const isTooSmall = isSaved && mode !== 'named' && people < k;
  return (
    <>
      <WhomFields
        survey={survey}
        audience={form.audience}
        error={errorOf('audience')}
        onChange={(audience) => onChange({ ...form, audience })}
      />
      <Note>
        {isSaved
          ? plural(people, '# person will be asked.', '# people will be asked.')
          : 'The number of people is counted when the draft is saved.'}
      </Note>
      <DateFields form={form} errorOf={errorOf} onChange={onChange} />
      <fieldset className="choice-cards">
        <legend className="label">Who can see the answers</legend>
        <label className="option option-wide">
          <input
            type="radio"
            name="mode"
            checked={mode === 'anonymous'}
            onChange={() => onChange({ ...form, mode: 'anonymous' })}
          />
          <span>
            <b>Anonymous</b>
            <br />
            Answers are submitted without an account and stored without a department, so there is no
            breakdown. People answer and change their answers in one browser.
          </span>
        </label>
        <label className="option option-wide">
          <input
            type="radio"
            name="mode"
            checked={mode === 'confidential'}
            onChange={() => onChange({ ...form, mode: 'confidential' })}
          />
          <span>
            <b>Confidential</b>
            <br />
            Results are shown for groups, without names. People can change their answers until the survey
            closes.
          </span>
        </label>
        <label className="option option-wide">
          <input
            type="radio"
            name="mode"
            checked={mode === 'named'}
            onChange={() => onChange({ ...form, mode: 'named' })}
          />
          <span>
            <b>With names</b>
            <br />
            You and administrators see who gave which answer. People are told before they start.
          </span>
        </label>
      </fieldset>
      {mode !== 'named' && (
        <SelectField
          label="Smallest group"
          id={fieldId('k')}
          value={String(k)}
          onChange={(value) => onChange({ ...form, k: Number(value) })}
          options={Array.from({ length: K_MAX - lowest + 1 }, (_, index) => String(lowest + index)).map(
            (value) => ({ value, label: `${value} answers` }),
          )}
          help="Groups with fewer answers are hidden, and so is anything that would reveal them."
          error={
            isTooSmall
              ? `The survey asks fewer than ${k} people. Ask more people, or choose “With names”.`
              : errorOf('k')
          }
        />
      )}
    </>
  );
}

interface WhomFieldsProps extends Pick<AudienceFieldsProps, 'survey'> {
  audience: Audience;
  error: string | null;
  onChange: (audience: Audience) => void;
}

function WhomFields({ survey: { surveyId, owner }, audience, error, onChange }: WhomFieldsProps) {
  const query = useGetAudienceOptionsQuery({ surveyId });
  const me = useAppSelector((state) => selectUser(state)?.userId);
  /** What was chosen of each kind. An arrow key is enough to change the kind. */
  const chosen = useRef<Partial<Record<string, Audience>>>({});
  const changeKind = (kind: string) => {
    chosen.current[audience.kind] = audience;
    onChange(chosen.current[kind] ?? emptyAudience(kind));
  };
  // An administrator can edit the survey of a manager.
  const line = owner && owner.userId !== me ? fullName(owner) : 'you';
  return (
    <QueryContent
      query={query}
      title="People"
      level={2}
      failure="The people you can ask did not load"
      skeleton={<SkeletonRows count={1} />}
    >
      {({ departments, people, everybody }) => {
        const kinds = [
          {
            value: 'everybody',
            label: people
              ? plural(
                  everybody,
                  `Everyone who reports to ${line} (# active person)`,
                  `Everyone who reports to ${line}, directly or indirectly (# active people)`,
                )
              : plural(
                  everybody,
                  'Everyone in the organisation (# active person)',
                  'Everyone in the organisation (# active people)',
                ),
          },
          ...(departments.length > 0 ? [{ value: 'departments', label: 'Departments' }] : []),
          { value: 'people', label: 'Selected people' },
        ];
        return (
          <>
            <SelectField
              label="Ask"
              id={fieldId('audience')}
              error={error}
              value={audience.kind}
              options={kinds}
              onChange={changeKind}
            />
            {audience.kind === 'departments' && (
              <fieldset className="check-list">
                <legend className="label">Departments, with those below them</legend>
                {withPaths(departments).map(({ departmentId, path, people: count }) => (
                  <label key={departmentId} className="row">
                    <input
                      type="checkbox"
                      checked={audience.departmentIds.includes(departmentId)}
                      onChange={() =>
                        onChange({
                          kind: 'departments',
                          departmentIds: toggledId(audience.departmentIds, departmentId),
                        })
                      }
                    />
                    <bdi className="grow">{path}</bdi>
                    <span className="text-3 figures">{count}</span>
                  </label>
                ))}
              </fieldset>
            )}
            {audience.kind === 'people' && people && everybody <= people.length && (
              <fieldset className="check-list">
                <legend className="label">People in your reporting line</legend>
                {people.map((person) => (
                  <label key={person.userId} className="row">
                    <input
                      type="checkbox"
                      checked={audience.userIds.includes(person.userId)}
                      onChange={() =>
                        onChange({ kind: 'people', userIds: toggledId(audience.userIds, person.userId) })
                      }
                    />
                    <bdi>{fullName(person)}</bdi>
                  </label>
                ))}
              </fieldset>
            )}
            {audience.kind === 'people' && (!people || everybody > people.length) && (
              <PeopleFields
                lineOf={people && surveyId}
                userIds={audience.userIds}
                onChange={(userIds) => onChange({ kind: 'people', userIds })}
              />
            )}
          </>
        );
      }}
    </QueryContent>
  );
}

const emptyAudience = (kind: string): Audience => {
  if (kind === 'departments') return { kind, departmentIds: [] };
  return kind === 'people' ? { kind, userIds: [] } : { kind: 'everybody' };
};
const toggledId = (ids: readonly number[], id: number) =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

interface PeopleFieldsProps {
  /** The survey of a manager with a reporting line that is too long for a list. */
  lineOf: string | null;
  userIds: number[];
  onChange: (userIds: number[]) => void;
}

/** Administrators choose people from the directory, managers from their reporting line. */
function PeopleFields({ lineOf, userIds, onChange }: PeopleFieldsProps) {
  const { byId } = useAppSelector(selectDirectory);
  usePeopleShown(userIds.filter((userId) => !byId.has(userId)));
  return (
    <div className="stack-3">
      {lineOf === null ? (
        <PersonField
          label="Add a person"
          value={null}
          without={userIds}
          onChange={(userId) => userId !== null && onChange([...userIds, userId])}
        />
      ) : (
        <LinePersonField
          surveyId={lineOf}
          without={userIds}
          onPick={(userId) => onChange([...userIds, userId])}
        />
      )}
      <ul className="chosen-people">
        {userIds.map((userId) => {
          const person = byId.get(userId);
          const name = person ? fullName(person) : `Person ${userId}`;
          return (
            <li key={userId} className="row row-between chosen-person">
              {person ? <PersonRow person={person} size="small" /> : <span>{name}</span>}
              <Button
                variant="plain"
                small
                aria-label={`Remove ${name}`}
                onClick={() => onChange(toggledId(userIds, userId))}
              >
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
