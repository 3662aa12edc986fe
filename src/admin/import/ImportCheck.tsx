import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ImportFound, PeopleImport } from '#contract/administration/import.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useApplyImportMutation, useCancelImportMutation } from '#store/admin/peopleImportApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { Figures } from './Figures.tsx';
import { ImportFoot, ImportFrame } from './ImportFrame.tsx';
import { ImportMissing } from './ImportMissing.tsx';
import { ImportProblems, ImportUpdates } from './ImportRows.tsx';
import { columnsPath, runPath, UPLOAD_PATH } from './importPaths.ts';
import { useImport } from './useImport.ts';

const NOTHING = 'There is nothing to import. Correct the file, or match its columns differently.';

const startedTexts: Partial<Record<PeopleImport['state'], string>> = {
  done: 'The import has finished.',
  cancelled: 'The import was cancelled.',
  reverting: 'The import is being reverted.',
  reverted: 'The import was reverted.',
  failed: 'The import failed.',
};

/** Step 3: the expected changes of the import. */
export default function ImportCheck() {
  const query = useImport();
  return (
    <QueryContent
      query={query}
      title="Check the import"
      failure="The import did not load"
      missing={<ImportMissing />}
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={6} />
        </>
      }
    >
      {(one) => <Check one={one} />}
    </QueryContent>
  );
}

function Check({ one }: { one: PeopleImport }) {
  const { importId, found } = one;
  return (
    <ImportFrame
      title="Check the import"
      lede={
        one.state === 'checking' || one.state === 'checked' || one.state === 'uploaded'
          ? one.startedAt
            ? 'People who have already been imported stay. This is what the import would still do.'
            : 'Nothing has been changed yet. This is what the import would do.'
          : 'This is the result of the check before the import started.'
      }
      step={3}
      status={statusOf(one)}
      links={{
        1: UPLOAD_PATH,
        2: columnsPath(importId),
        ...(one.startedAt && { 4: runPath(importId) }),
      }}
    >
      {found ? <Found one={one} found={found} /> : <Checking one={one} />}
    </ImportFrame>
  );
}

function statusOf({ state, rows, found }: PeopleImport): string {
  if (state === 'checking') return plural(rows, 'Checking # row', 'Checking # rows');
  if (state === 'failed') return 'The check failed.';
  if (state !== 'checked' || !found) return '';
  return [
    'The check has finished.',
    plural(found.create, '# person would be created.', '# people would be created.'),
    plural(found.update, '# person would be updated.', '# people would be updated.'),
    plural(found.error, '# row has an error.', '# rows have errors.'),
  ].join(' ');
}

function Checking({ one }: { one: PeopleImport }) {
  const [cancel, cancelling] = useCancelImportMutation();
  if (one.state !== 'checking')
    return (
      <ImportFoot note="This file has not been checked with these columns.">
        <Link className={buttonClass('primary')} to={columnsPath(one.importId)}>
          Match columns
        </Link>
      </ImportFoot>
    );
  return (
    <>
      <div className="card import-progress">
        <p className="strong">{plural(one.rows, 'Checking # row', 'Checking # rows')}</p>
        <div
          role="progressbar"
          aria-label="Check"
          aria-valuetext="Checking"
          className="import-bar"
          data-open="true"
        />
      </div>
      {cancelling.error && (
        <ErrorSummary>
          <ProblemText message={problemOf(cancelling.error).message} />
        </ErrorSummary>
      )}
      <ImportFoot note="You can leave this page and come back.">
        <Button busy={cancelling.isLoading} onClick={() => void cancel({ importId: one.importId })}>
          Cancel check
        </Button>
      </ImportFoot>
    </>
  );
}

function Found({ one, found }: { one: PeopleImport; found: ImportFound }) {
  const navigate = useNavigate();
  const [apply, applying] = useApplyImportMutation();
  const [sendsInvitations, setSends] = useState(one.sendsInvitations);
  const people = found.create + found.update;
  const canApply = one.state === 'checked';
  const submit = async () => {
    const { data } = await apply({ importId: one.importId, sendsInvitations });
    if (data) void navigate(runPath(one.importId));
  };
  return (
    <>
      <Figures
        label="What the import would do"
        figures={[
          { name: 'Rows in the file', value: one.rows, note: one.fileName },
          {
            name: 'Create',
            value: found.create,
            note:
              found.departments > 0
                ? plural(found.departments, 'And # department', 'And # departments')
                : 'New people',
          },
          {
            name: 'Update',
            value: found.update,
            note: plural(found.values, '# value changes', '# values change'),
          },
          { name: 'Unchanged', value: found.unchanged, note: 'Already up to date' },
          { name: 'Skipped', value: found.skip, note: 'Deactivated accounts' },
          { name: 'Errors', value: found.error, note: 'Left out if you import now' },
        ]}
      />
      {found.error > 0 && <ImportProblems importId={one.importId} outcome="error" total={found.error} />}
      {found.skip > 0 && <ImportProblems importId={one.importId} outcome="skip" total={found.skip} />}
      {found.update > 0 && <ImportUpdates importId={one.importId} total={found.update} />}
      {canApply && found.create > 0 && (
        <Invitations count={found.create} sends={sendsInvitations} onChange={setSends} />
      )}
      {applying.error && (
        <ErrorSummary>
          <p className="strong">The import did not start</p>
          <p>
            <ProblemText message={problemOf(applying.error).message} />
          </p>
        </ErrorSummary>
      )}
      {canApply ? (
        <ImportFoot
          note={
            people > 0
              ? 'You can cancel the import while it runs. People who were imported by then stay.'
              : NOTHING
          }
        >
          <Link className={buttonClass('outlined')} to={columnsPath(one.importId)}>
            Back
          </Link>
          <Button
            variant="primary"
            busy={applying.isLoading}
            missing={people === 0 ? NOTHING : null}
            aria-describedby={people === 0 ? 'import-note' : undefined}
            onClick={() => void submit()}
          >
            {people === 0 ? 'Import' : plural(people, 'Import # person', 'Import # people')}
          </Button>
        </ImportFoot>
      ) : (
        <ImportFoot note={startedTexts[one.state] ?? 'The import has started.'}>
          <Link className={buttonClass('primary')} to={runPath(one.importId)}>
            Show the import
          </Link>
        </ImportFoot>
      )}
    </>
  );
}

interface InvitationsProps {
  count: number;
  sends: boolean;
  onChange: (sends: boolean) => void;
}

function Invitations({ count, sends, onChange }: InvitationsProps) {
  const name = useId();
  return (
    <fieldset className="import-part import-invitations">
      <legend className="title-3">
        {plural(count, 'Invitation to # new person', 'Invitations to # new people')}
      </legend>
      <label className="radio">
        <input type="radio" name={name} checked={!sends} onChange={() => onChange(false)} />
        <span>
          Do not send yet
          <span className="small text-2">Invite them later from People, for example by department.</span>
        </span>
      </label>
      <label className="radio">
        <input type="radio" name={name} checked={sends} onChange={() => onChange(true)} />
        <span>
          Send during the import
          <span className="small text-2">
            Each new person gets an email with a link that works for 7 days.
          </span>
        </span>
      </label>
    </fieldset>
  );
}
