import * as z from 'zod/mini';
import { fullName, participantSchema } from '#contract/people.ts';
import {
  FEEDBACK_GROUP_MIN,
  type NominatedGroup,
  nominatedGroups,
  type Raters,
  type RatersChange,
} from '#contract/surveys/feedback.ts';
import { useAppStore } from '#src/app/hooks.ts';
import { useResultToast } from '#src/app/useResultToast.ts';
import { CHOOSE_VERSION } from '#src/forms/ConflictBar.tsx';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { PersonField } from '#src/forms/PersonField.tsx';
import { useVersionedDraft } from '#src/forms/useVersionedDraft.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Select } from '#src/ui/controls/Select.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { PersonRow } from '#src/ui/people/PersonRow.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { selectPersonById } from '#store/people/directory.ts';
import { useChangeRatersMutation, useGetRatersQuery } from '#store/surveys/feedbackApi.ts';
import './feedback.css';

const nominatedSchema = z.object({ person: participantSchema, group: z.enum(nominatedGroups) });
type Nominated = z.infer<typeof nominatedSchema>;
const formSchema = z.object({ list: z.array(nominatedSchema) });
type Form = z.infer<typeof formSchema>;
const readForm = (kept: unknown) => formSchema.safeParse(kept).data ?? null;

const GROUPS = [
  { value: 'peer', label: 'Peer' },
  { value: 'report', label: 'Direct report' },
] as const;

export const isNominated = (rater: Raters['raters'][number]): rater is Nominated =>
  rater.group === 'peer' || rater.group === 'report';

const formOf = (saved: Raters): Form => ({ list: saved.raters.filter(isNominated) });

/**
 * The list of people before the opening: the person nominates, the people who run the survey approve. It can be changed
 * while the survey is a draft.
 */
export function RatersEditor({ raters }: { raters: Raters }) {
  const { surveyId, state, phase, isSubject, subject, suggested } = raters;
  const draft = useVersionedDraft<Form, Raters>(`raters:${surveyId}`, {
    loaded: raters,
    docOf: formOf,
    read: readForm,
  });
  const isLocked = state !== 'draft' || (isSubject && phase !== 'nominating');
  const { list } = isLocked ? formOf(raters) : draft.value;
  const isChanged = !isLocked && draft.isChanged;
  const conflict = isLocked ? null : draft.conflict;
  const [change, changing] = useChangeRatersMutation();
  const { isLoading, error, reset } = changing;
  const tell = useResultToast();
  const setList = (next: Nominated[]) => {
    draft.set({ list: next });
    forgetFailures(changing);
  };
  const { refetch } = useGetRatersQuery({ surveyId });
  const store = useAppStore();
  const problem = error ? problemOf(error) : null;
  const send = async (isDone: boolean) => {
    const request: RatersChange = {
      version: draft.version,
      isDone,
      raters: list.map(({ person, group }) => ({ userId: person.userId, group })),
    };
    const { data, error: failure } = await change({ surveyId, change: request });
    if (data) {
      draft.settle(data);
      return tell(
        !isDone
          ? 'The list is saved.'
          : isSubject
            ? 'Your nominations are sent.'
            : `${fullName(subject)} was asked to nominate people.`,
      );
    }
    if (problemOf(failure).status !== 409) return;
    const { data: newer } = await refetch();
    if (newer) draft.meet(newer);
  };
  const missing = suggested.filter(({ userId }) => !list.some(({ person }) => person.userId === userId));
  const add = (userId: number | null) => {
    const person = userId === null ? null : selectPersonById(store.getState(), userId);
    if (!person) return;
    const isReport = suggested.some((one) => one.userId === userId);
    setList([...list, { person: participantSchema.parse(person), group: isReport ? 'report' : 'peer' }]);
  };
  const named = raters.raters.filter(({ group }) => group === 'self' || group === 'manager');
  return (
    <section className="raters" aria-labelledby="raters">
      <h2 className="title-3" id="raters">
        People who give feedback
      </h2>
      <FormErrors
        title={conflict ? 'Changed by someone else' : 'Not saved'}
        message={conflict ? CHOOSE_VERSION : (problem?.message ?? null)}
      />
      {conflict && (
        <div className="row row-wrap">
          <Button
            onClick={() => {
              draft.takeTheirs();
              reset();
            }}
          >
            Use the other version
          </Button>
          <Button
            variant="plain"
            onClick={() => {
              draft.keepMine();
              reset();
            }}
          >
            Keep your list
          </Button>
        </div>
      )}
      <ul className="rater-rows">
        {named.map(({ person, group }) => (
          <li key={person.userId}>
            <PersonRow
              person={person}
              size="small"
              detail={
                group === 'self'
                  ? 'Self-assessment, shown with the name'
                  : 'Manager, answers are shown with the name'
              }
            />
          </li>
        ))}
        {list.map(({ person, group }) => (
          <li key={person.userId}>
            <PersonRow person={person} size="small" />
            {isLocked ? (
              <span className="text-2">{group === 'peer' ? 'Peer' : 'Direct report'}</span>
            ) : (
              <span className="row rater-actions">
                <Select
                  aria-label={`Group of ${fullName(person)}`}
                  value={group}
                  onChange={({ currentTarget: { value } }) =>
                    setList(
                      list.map((one) =>
                        one.person.userId === person.userId
                          ? { ...one, group: value as NominatedGroup }
                          : one,
                      ),
                    )
                  }
                >
                  {GROUPS.map((one) => (
                    <option key={one.value} value={one.value}>
                      {one.label}
                    </option>
                  ))}
                </Select>
                <Button
                  variant="plain"
                  small
                  aria-label={`Remove ${fullName(person)}`}
                  onClick={() => setList(list.filter((one) => one.person.userId !== person.userId))}
                >
                  Remove
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {state !== 'draft' && <p className="small text-2">{fixedHintOf(raters)}</p>}
      {!isLocked && (
        <div className="stack-4">
          <PersonField
            label="Add a person"
            value={null}
            without={raters.raters
              .filter((rater) => !isNominated(rater))
              .map(({ person }) => person.userId)
              .concat(list.map(({ person }) => person.userId))}
            onChange={add}
          />
          {missing.length > 0 && (
            <Button
              onClick={() =>
                setList([...list, ...missing.map((person) => ({ person, group: 'report' as const }))])
              }
            >
              {plural(missing.length, 'Add # direct report', 'Add # direct reports')}
            </Button>
          )}
          <Note lock>
            {`Answers of peers and direct reports are shown without names, if their group has at least ${FEEDBACK_GROUP_MIN} answers. Smaller groups are combined, or left out.`}
          </Note>
          <div className="row row-wrap">
            {isSubject ? (
              <Button
                variant="primary"
                busy={isLoading}
                missing={
                  list.length < FEEDBACK_GROUP_MIN ? `Nominate at least ${FEEDBACK_GROUP_MIN} people.` : null
                }
                onClick={() => void send(true)}
              >
                Send nominations
              </Button>
            ) : (
              phase !== 'nominating' && (
                <Button
                  variant={list.length < FEEDBACK_GROUP_MIN ? 'primary' : 'outlined'}
                  busy={isLoading}
                  onClick={() => void send(true)}
                >
                  {`Ask ${fullName(subject)} to nominate`}
                </Button>
              )
            )}
            <Button
              missing={isChanged ? null : 'You have not changed anything.'}
              busy={isLoading}
              onClick={() => void send(false)}
            >
              Save list
            </Button>
          </div>
          <p className="small text-2">{hintOf(raters, list.length)}</p>
        </div>
      )}
      <LeaveGuard keepsPath isDirty={isChanged} message="Your changes to the list are not saved yet." />
    </section>
  );
}

function fixedHintOf({ state, isSubject }: Raters): string {
  if (state === 'archived') return 'This feedback was archived before it was opened. No one was asked.';
  return isSubject
    ? 'The feedback opens on its first day. The list can no longer be changed.'
    : 'To change the list, choose “Change survey” first.';
}

function hintOf({ isSubject, phase, subject }: Raters, count: number): string {
  if (isSubject)
    return count < FEEDBACK_GROUP_MIN
      ? `Choose at least ${FEEDBACK_GROUP_MIN} people.`
      : 'After you send your list, it is approved before the feedback opens.';
  if (phase === 'preparing') return 'You can also choose the people yourself and open the survey.';
  if (phase === 'nominating')
    return `${fullName(subject)} was asked to nominate people. You can still change the list, or open the survey.`;
  return `${fullName(subject)} has sent this list. Open the survey to approve it.`;
}
