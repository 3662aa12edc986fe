import { useEffect, useRef } from 'react';
import type { ProgramFields, ProgramSetup } from '#contract/learning/programSetup.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { ConflictValues } from '#src/forms/ConflictBar.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { changeableFields } from './ChangeDialog.tsx';
import { conflictingValues, fieldsOf } from './useProgramDocument.ts';

interface LaunchedMeanwhileProps {
  setup: ProgramSetup;
  unsaved: Partial<ProgramFields>;
  /** Opens the dialog “Change program” with these changes. */
  onUse: (change: Partial<ProgramFields>) => void;
  onDiscard: () => void;
}

/** Changes to a draft that was launched before they were saved. They are kept on this device until the user decides. */
export function LaunchedMeanwhile({ setup, unsaved, onUse, onDiscard }: LaunchedMeanwhileProps) {
  const { shortDay } = useFormats();
  const userId = useAppSelector((state) => selectUser(state)?.userId);
  const section = useRef<HTMLElement>(null);
  // The field in which the user was typing is no longer on the screen.
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.focus();
  }, []);
  const isArchived = setup.status === 'archived';
  const change = Object.fromEntries(
    Object.entries(unsaved).filter(([name]) => !isArchived && isChangeable(name, setup)),
  ) as Partial<ProgramFields>;
  const saved = fieldsOf(setup);
  const usable = { ...saved, ...change };
  const lost = conflictingValues({ ...saved, ...unsaved }, usable, shortDay);
  const hasUsable = Object.keys(change).length > 0;
  return (
    <section className="conflict" role="alert" ref={section} tabIndex={-1}>
      <div>
        <h2 className="title-3">{titleOf(setup, userId)}</h2>
        <p>
          {hasUsable
            ? 'Your last changes were not saved. They are kept on this device. You can use them under “Change program”.'
            : 'Your last changes were not saved. They are kept on this device.'}
        </p>
      </div>
      <ConflictValues values={conflictingValues(usable, saved, shortDay)} />
      {lost.length > 0 && (
        <>
          <p>
            {isArchived
              ? 'An archived program cannot be changed.'
              : 'The following cannot be changed after the launch.'}
          </p>
          <ConflictValues values={lost} />
        </>
      )}
      <div className="row row-wrap">
        {hasUsable && (
          <Button small onClick={() => onUse(change)}>
            Use my changes
          </Button>
        )}
        <Button small onClick={onDiscard}>
          Discard my changes
        </Button>
      </div>
    </section>
  );
}

/** Learners were told that managers do not see their progress, so this stays. */
const isChangeable = (name: string, { managerVisible }: ProgramSetup) =>
  changeableFields.some((one) => one === name) && (name !== 'managerVisible' || managerVisible);

function titleOf({ status, launch, changedBy }: ProgramSetup, userId: number | undefined): string {
  const isArchived = status === 'archived';
  const by = isArchived ? changedBy : launch?.by;
  if (!by) return isArchived ? 'This program has been archived' : 'This program has been launched';
  if (by.userId === userId)
    return isArchived
      ? 'You have archived this program in another window'
      : 'You have launched this program in another window';
  return isArchived
    ? `${fullName(by)} has archived this program`
    : `${fullName(by)} has launched this program`;
}
