import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ProgramAction } from '#contract/learning/programLife.ts';
import type { ManagedProgram } from '#contract/learning/programSetup.ts';
import { saveFile } from '#src/app/ports/saveFile.ts';
import { wizardPath } from '#src/programs/setup/wizardPaths.ts';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { Menu, MenuItem } from '#src/ui/overlays/Menu.tsx';
import { useCopyProgramMutation, useLazyExportProgramQuery } from '#store/programs/setupApi.ts';
import { StateDialog } from './StateDialog.tsx';

const actions: Partial<Record<ManagedProgram['status'], [ProgramAction, string][]>> = {
  draft: [['archive', 'Archive']],
  active: [
    ['pause', 'Pause'],
    ['archive', 'Archive'],
  ],
  paused: [
    ['resume', 'Resume'],
    ['archive', 'Archive'],
  ],
  closed: [['archive', 'Archive']],
  archived: [['restore', 'Restore']],
};

interface ProgramMenuProps {
  program: Pick<ManagedProgram, 'programId' | 'name' | 'status' | 'learners'>;
  /** The file contains the correct answers of challenges, so only authors can export it. */
  mayExport: boolean;
  onFailure: (error: unknown) => void;
}

/** What can be done with a whole program. */
export function ProgramMenu({ program, mayExport, onFailure }: ProgramMenuProps) {
  const { programId, status } = program;
  const name = program.name || 'Untitled program';
  const button = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<ProgramAction | null>(null);
  const [copyProgram] = useCopyProgramMutation();
  const [exportProgram] = useLazyExportProgramQuery();
  const copy = async () => {
    onFailure(null);
    const { data, error } = await copyProgram({ programId });
    if (data) void navigate(wizardPath(data.programId));
    else onFailure(error);
  };
  const download = async () => {
    onFailure(null);
    const { data, error } = await exportProgram({ programId });
    if (!data) return onFailure(error);
    const content = new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' });
    saveFile(document, content, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`);
  };
  return (
    <>
      <IconButton
        ref={button}
        label={`Actions for ${name}`}
        small
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Ellipsis className="icon" />
      </IconButton>
      {isOpen && (
        <Menu
          label={`Actions for ${name}`}
          className="user-menu"
          button={button}
          onClose={() => setOpen(false)}
        >
          <MenuItem onClick={() => void copy()}>Duplicate</MenuItem>
          {mayExport && <MenuItem onClick={() => void download()}>Export as file</MenuItem>}
          {(actions[status] ?? []).map(([action, label]) => (
            <MenuItem key={action} onClick={() => setAsked(action)}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
      {asked && <StateDialog program={program} action={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
