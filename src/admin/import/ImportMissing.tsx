import { Link } from 'react-router-dom';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ImportFrame } from './ImportFrame.tsx';
import { UPLOAD_PATH } from './importPaths.ts';

/** The address of an import that does not exist. */
export const ImportMissing = () => (
  <ImportFrame title="Import people" lede="Add and update people from a CSV file." step={1}>
    <div className="card">
      <EmptyState
        drawing="seed"
        title="This import does not exist"
        action={
          <Link className={buttonClass('primary')} to={UPLOAD_PATH}>
            Upload a file
          </Link>
        }
      >
        The link may be wrong. Upload the file again to start a new import.
      </EmptyState>
    </div>
  </ImportFrame>
);
