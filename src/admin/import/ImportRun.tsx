import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ImportRevert, PeopleImport } from '#contract/administration/import.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useCancelImportMutation, useGetImportRevertQuery } from '#store/admin/peopleImportApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { Figures } from './Figures.tsx';
import { ImportFoot, ImportFrame } from './ImportFrame.tsx';
import { ImportMissing } from './ImportMissing.tsx';
import { RevertDialog, Reverted, Reverting } from './ImportRevert.tsx';
import { checkPath, columnsPath, UPLOAD_PATH } from './importPaths.ts';
import { useImport } from './useImport.ts';

const titles: Partial<Record<PeopleImport['state'], [string, string]>> = {
  applying: ['Importing people', 'You can leave this page and come back. The import continues.'],
  done: ['Import finished', 'All people in the file are in your organisation.'],
  cancelled: ['Import cancelled', 'People who were imported by then stay.'],
  reverting: ['Reverting the import', 'You can leave this page and come back.'],
};

const failures: Record<NonNullable<PeopleImport['failedStep']>, [string, string]> = {
  checking: ['Check failed', 'The server could not finish the check. The check changed nothing.'],
  applying: [
    'Import failed',
    'The server stopped before all people were imported. People who were imported by then stay.',
  ],
  reverting: [
    'Revert failed',
    'The server stopped before all changes were reverted. Revert the import again to continue.',
  ],
};

/**
 * What the current or last run of the file has applied, because its check counts only the rows that remained. Before the next run,
 * and after a failed revert: what all runs have applied.
 */
function runOf({
  state,
  failedStep,
  applied,
  appliedEarlier: earlier,
}: PeopleImport): PeopleImport['applied'] {
  const isBeforeRun = state === 'uploaded' || state === 'checking' || state === 'checked';
  if (!earlier || isBeforeRun || failedStep === 'reverting') return applied;
  return {
    created: applied.created - earlier.created,
    updated: applied.updated - earlier.updated,
    refused: applied.refused - earlier.refused,
    departments: applied.departments - earlier.departments,
  };
}

const leftOutOf = (one: PeopleImport) =>
  (one.found?.error ?? 0) + (one.found?.skip ?? 0) + runOf(one).refused;

/** What a revert has changed. `result` is empty after its list was deleted. */
function revertedText({ applied: { departments } }: PeopleImport, result: ImportRevert | undefined): string {
  if (!result) return 'The revert is finished.';
  const { withdrawn, restored, kept } = result;
  if (kept > 0 || withdrawn + restored === 0)
    return 'The changes of the import were reverted as far as possible.';
  return departments === 0
    ? 'All changes of the import were reverted.'
    : plural(
        departments,
        'All changes to people were reverted. The department that was created stays.',
        'All changes to people were reverted. The # departments that were created stay.',
      );
}

/** Title and explanation of the current state. */
const titleOf = (one: PeopleImport, result: ImportRevert | undefined): [string, string] =>
  one.state === 'reverted'
    ? ['Import reverted', revertedText(one, result)]
    : one.state === 'done' && leftOutOf(one) > 0
      ? [
          'Import finished',
          plural(
            leftOutOf(one),
            '# row of the file was left out. The other people in the file are in your organisation.',
            '# rows of the file were left out. The other people in the file are in your organisation.',
          ),
        ]
      : titleOfState(one);

const titleOfState = ({ state, failedStep, startedAt }: PeopleImport): [string, string] =>
  (state === 'failed' ? failures[failedStep ?? 'applying'] : titles[state]) ?? [
    'Import people',
    startedAt
      ? 'The import has stopped. People who were imported by then stay until you continue or revert it.'
      : 'This import has not started yet.',
  ];

/** Step 4: the progress of the import and its result. */
export default function ImportRun() {
  const query = useImport();
  return (
    <QueryContent
      query={query}
      title="Importing people"
      failure="The import did not load"
      missing={<ImportMissing />}
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={3} />
        </>
      }
    >
      {(one) => (
        <>
          <Run one={one} />
        </>
      )}
    </QueryContent>
  );
}

function Run({ one }: { one: PeopleImport }) {
  const { data: result } = useGetImportRevertQuery(
    { importId: one.importId },
    { skip: one.state !== 'reverted' },
  );
  const [title, lede] = titleOf(one, result);
  const links = { 1: UPLOAD_PATH, 2: columnsPath(one.importId), 3: checkPath(one.importId) };
  return (
    <ImportFrame title={title} lede={lede} step={4} links={links} status={title}>
      {one.state === 'applying' ? (
        <Progress one={one} />
      ) : one.state === 'reverting' ? (
        <Reverting />
      ) : one.state === 'reverted' ? (
        <Reverted importId={one.importId} />
      ) : (
        <Result one={one} />
      )}
    </ImportFrame>
  );
}

function Progress({ one }: { one: PeopleImport }) {
  const { importId, found } = one;
  const applied = runOf(one);
  const [cancel, cancelling] = useCancelImportMutation();
  const total = (found?.create ?? 0) + (found?.update ?? 0);
  const done = Math.min(total, applied.created + applied.updated + applied.refused);
  const text = `${formatNumber(done)} of ${formatNumber(total)} people`;
  return (
    <>
      <div className="card import-progress">
        <p>
          <span className="import-figure">{formatNumber(done)}</span>{' '}
          <span className="text-2">of {formatNumber(total)} people</span>
        </p>
        <div
          role="progressbar"
          aria-label="Import"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          aria-valuetext={text}
          className="import-bar"
        >
          <span
            className="import-bar-part"
            style={{ inlineSize: `${total === 0 ? 0 : (done / total) * 100}%` }}
          />
        </div>
        <p className="small text-2 figures">
          {formatNumber(applied.created)} created, {formatNumber(applied.updated)} updated,{' '}
          {plural(applied.departments, '# department created', '# departments created')}
        </p>
      </div>
      {cancelling.error && (
        <ErrorSummary>
          <p>
            <ProblemText message={problemOf(cancelling.error).message} />
          </p>
        </ErrorSummary>
      )}
      <ImportFoot note="If you cancel, the people imported so far stay. You can continue with the same file.">
        <Button busy={cancelling.isLoading} onClick={() => void cancel({ importId })}>
          Cancel import
        </Button>
      </ImportFoot>
    </>
  );
}

function Result({ one }: { one: PeopleImport }) {
  const { found, importId, state, startedAt, revertUntil } = one;
  const applied = runOf(one);
  const [isReverting, setReverting] = useState(false);
  const { dayAndTime } = useFormats();
  if (!startedAt && state === 'failed')
    return (
      <ImportFoot note="Check the same file again.">
        <Link className={buttonClass('primary')} to={columnsPath(importId)}>
          Check again
        </Link>
      </ImportFoot>
    );
  if (!startedAt)
    return (
      <ImportFoot note="Check the file first.">
        <Link className={buttonClass('primary')} to={checkPath(importId)}>
          Show the check
        </Link>
      </ImportFoot>
    );
  return (
    <>
      <Figures
        label="Result of the import"
        figures={[
          {
            name: 'Created',
            value: applied.created,
            note: one.sendsInvitations ? 'Invitations are being sent' : 'Not invited yet',
          },
          { name: 'Updated', value: applied.updated, note: 'People' },
          { name: 'Departments', value: applied.departments, note: 'Created' },
          { name: 'Unchanged', value: found?.unchanged ?? 0, note: 'Already up to date' },
          {
            name: 'Left out',
            value: leftOutOf(one),
            note: 'Errors and skipped rows',
          },
        ]}
      />
      {applied.refused > 0 && (
        <div className="note">
          <CircleAlert className="icon" aria-hidden="true" />
          <p>
            {plural(
              applied.refused,
              '# person was changed by another administrator after the check and was left out. Import the file again to see why.',
              '# people were changed by another administrator after the check and were left out. Import the file again to see why.',
            )}
          </p>
        </div>
      )}
      {revertUntil && (
        <section className="card import-current import-revert" aria-label="Revert this import">
          <p className="grow text-2">{`Was this the wrong file? You can revert the import until ${dayAndTime(revertUntil)}.`}</p>
          <Button onClick={() => setReverting(true)}>Revert import</Button>
        </section>
      )}
      {isReverting && <RevertDialog one={one} onClose={() => setReverting(false)} />}
      <ImportFoot
        note={
          state === 'done'
            ? 'To correct rows with errors, change them in the file and import it again.'
            : 'Check the same file again to import the rest. People who have already been imported are not imported twice.'
        }
      >
        {state === 'done' ? (
          <Link className={buttonClass('outlined')} to={checkPath(importId)}>
            Show the check
          </Link>
        ) : (
          <Link className={buttonClass('outlined')} to={columnsPath(importId)}>
            Check again
          </Link>
        )}
        <Link
          className={buttonClass('primary')}
          to={state === 'done' && applied.created > 0 ? '/admin/people?status=invited' : '/admin/people'}
        >
          Show people
        </Link>
      </ImportFoot>
    </>
  );
}
