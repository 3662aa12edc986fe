import { fullName, type Participant } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import './documentStatus.css';

export interface ConflictingValue {
  label: string;
  mine: string;
  theirs: string;
}

/** Why nothing can be saved until the user has decided. */
export const CHOOSE_VERSION = 'Other changes were saved in the meantime. Choose which version to keep first.';

interface ConflictBarProps {
  by: Participant | null;
  at: string;
  values: readonly ConflictingValue[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/**
 * Shows both versions if another person, or the user in another window, saved in the meantime. Nothing is saved until the
 * user decides.
 */
export function ConflictBar({ by, at, values, onKeepMine, onTakeTheirs }: ConflictBarProps) {
  const { recentTime } = useFormats();
  const userId = useAppSelector((state) => selectUser(state)?.userId);
  const when = recentTime(at);
  const title = !by
    ? `Other changes were saved (${when})`
    : by.userId === userId
      ? `You saved other changes in another window (${when})`
      : `${fullName(by)} saved other changes (${when})`;
  return (
    <section className="conflict" role="alert">
      <div>
        <h2 className="title-3">{title}</h2>
        <p>Your changes are kept on this device. Choose which version to keep.</p>
      </div>
      <ConflictValues values={values} />
      <div className="row row-wrap">
        <Button small onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button small onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}

/** Both versions of each value. */
export const ConflictValues = ({ values }: { values: readonly ConflictingValue[] }) => (
  <div className="conflict-values">
    {values.map(({ label, mine, theirs }) => (
      <div key={label}>
        <h3 className="title-3">{label}</h3>
        <dl>
          <dt>Yours</dt>
          <dd>{mine || 'Empty'}</dd>
          <dt>Saved</dt>
          <dd>{theirs || 'Empty'}</dd>
        </dl>
      </div>
    ))}
  </div>
);
