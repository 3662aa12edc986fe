import { Link } from 'react-router-dom';
import type { ImportRevert, PeopleImport } from '#contract/administration/import.ts';
import { Exceptions } from '#src/admin/people/bulk/Exceptions.tsx';
import { Refusal } from '#src/admin/person/Refusal.tsx';
import '#src/admin/people/bulk/bulk.css';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useGetImportRevertQuery, useRevertImportMutation } from '#store/admin/peopleImportApi.ts';
import { Figures } from './Figures.tsx';
import { ImportFoot } from './ImportFrame.tsx';
import { UPLOAD_PATH } from './importPaths.ts';

interface RevertDialogProps {
  one: PeopleImport;
  onClose: () => void;
}

/** Shows what a revert would change, and asks for confirmation. */
export function RevertDialog({ one: { importId, applied }, onClose }: RevertDialogProps) {
  const query = useGetImportRevertQuery({ importId }, { refetchOnMountOrArgChange: true });
  const [revert, { isLoading, error }] = useRevertImportMutation();
  const isEmpty = query.data !== undefined && query.data.withdrawn + query.data.restored === 0;
  const submit = async () => {
    const result = await revert({ importId });
    if (!result.error) onClose();
  };
  return (
    <Dialog title="Revert this import?" onClose={onClose}>
      <div className="stack-4">
        <Refusal error={error} />
        <QueryContent
          query={query}
          title="Preview"
          level={2}
          failure="The preview did not load"
          skeleton={<SkeletonRows count={3} />}
        >
          {(preview) => (
            <>
              <ul className="consequences">
                {consequencesOf(preview, applied.departments).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <Kept revert={preview} />
            </>
          )}
        </QueryContent>
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <DangerButton
            isFinal
            busy={isLoading}
            disabled={!query.data || isEmpty}
            onClick={() => void submit()}
          >
            Revert import
          </DangerButton>
        </div>
      </div>
    </Dialog>
  );
}

function consequencesOf({ withdrawn, restored }: ImportRevert, departments: number): string[] {
  const texts = [
    withdrawn > 0 &&
      plural(
        withdrawn,
        '# new person who has not accepted the invitation is deactivated.',
        '# new people who have not accepted the invitation are deactivated.',
      ),
    restored > 0 &&
      plural(
        restored,
        '# person gets the values from before the import.',
        '# people get the values from before the import.',
      ),
    withdrawn + restored === 0 && 'Nothing can be reverted, because everything has been changed since then.',
    departments > 0 &&
      plural(
        departments,
        'The department that was created stays.',
        'The # departments that were created stay.',
      ),
  ];
  return texts.filter((text) => text !== false);
}

const Kept = ({ revert: { kept, exceptions } }: { revert: ImportRevert }) => (
  <Exceptions
    title={plural(kept, '# person keeps some imported values:', '# people keep some imported values:')}
    exceptions={exceptions}
  />
);

export const Reverting = () => (
  <div className="card import-progress">
    <p className="strong">Reverting the import</p>
    <div
      role="progressbar"
      aria-label="Revert"
      aria-valuetext="Reverting"
      className="import-bar"
      data-open="true"
    />
  </div>
);

/** The reverted people, and those that could not be reverted. */
export function Reverted({ importId }: { importId: string }) {
  const query = useGetImportRevertQuery({ importId });
  const hasDeactivated = query.data !== undefined && query.data.withdrawn > 0;
  return (
    <>
      <QueryContent
        query={query}
        title="Result"
        level={2}
        failure="The result did not load"
        skeleton={<SkeletonRows count={3} />}
      >
        {(result) =>
          // The list is deleted after two days.
          result.withdrawn + result.restored + result.kept > 0 && (
            <div className="stack-4">
              <Figures
                label="Result of the revert"
                figures={[
                  { name: 'Deactivated', value: result.withdrawn, note: 'New people' },
                  { name: 'Restored', value: result.restored, note: 'People' },
                  { name: 'Kept', value: result.kept, note: 'Changed since' },
                ]}
              />
              <Kept revert={result} />
            </div>
          )
        }
      </QueryContent>
      <ImportFoot
        note={
          hasDeactivated
            ? 'Deactivated people are skipped by an import. Reactivate them to import them again.'
            : 'You can correct the file and import it again.'
        }
      >
        {hasDeactivated && (
          <Link className={buttonClass('outlined')} to="/admin/people?status=deactivated">
            Show deactivated people
          </Link>
        )}
        <Link className={buttonClass('primary')} to={UPLOAD_PATH}>
          Import another file
        </Link>
      </ImportFoot>
    </>
  );
}
