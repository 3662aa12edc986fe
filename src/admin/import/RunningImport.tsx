import { Link } from 'react-router-dom';
import { Note } from '#src/ui/feedback/Note.tsx';
import { runPath } from './importPaths.ts';
import { useCurrentImport } from './useCurrentImport.ts';

/** On lists of people: an import that is changing them. The lists are read again when it ends. */
export function RunningImport() {
  const current = useCurrentImport();
  if (current?.state !== 'applying' && current?.state !== 'reverting') return null;
  return (
    <Note>
      {current.state === 'applying' ? 'An import is running. ' : 'An import is being reverted. '}
      <Link to={runPath(current.importId)}>Show progress</Link>
    </Note>
  );
}
