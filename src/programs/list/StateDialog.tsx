import { useState } from 'react';
import type { ProgramAction } from '#contract/learning/programLife.ts';
import type { ManagedProgram } from '#contract/learning/programSetup.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useChangeProgramStateMutation, useLazyGetProgramSetupQuery } from '#store/programs/setupApi.ts';

const verbs: Record<ProgramAction, string> = {
  pause: 'Pause program',
  resume: 'Resume program',
  archive: 'Archive program',
  restore: 'Restore program',
};

type ChangedProgram = Pick<ManagedProgram, 'programId' | 'name' | 'status' | 'learners'>;

interface StateDialogProps {
  program: ChangedProgram;
  action: ProgramAction;
  onClose: () => void;
}

/** Shows the effects of a state change on learners before it is made. */
export function StateDialog({ program, action, onClose }: StateDialogProps) {
  const [readSetup, reading] = useLazyGetProgramSetupQuery();
  const [changeState, changing] = useChangeProgramStateMutation();
  const [message, setMessage] = useState<string | null>(null);
  const { programId, name } = program;
  const confirm = async () => {
    setMessage(null);
    const { data, error } = await readSetup({ programId });
    if (!data) return setMessage(problemOf(error).message);
    const answer = await changeState({ programId, version: data.version, action });
    if (answer.error) setMessage(problemOf(answer.error).message);
    else onClose();
  };
  return (
    <Dialog title={verbs[action]} onClose={onClose}>
      <div className="stack-4">
        <p className="strong">{name || 'Untitled program'}</p>
        <ul className="stack">
          {consequencesOf(program, action).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <FormErrors title="The program was not changed" message={message} />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={reading.isFetching || changing.isLoading}
            onClick={() => void confirm()}
          >
            {verbs[action]}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function consequencesOf({ status, learners }: ChangedProgram, action: ProgramAction): string[] {
  switch (action) {
    case 'pause':
      return [
        'No one can be invited or join while the program is paused.',
        ...(learners === 0
          ? []
          : [
              plural(
                learners,
                '# learner keeps the program, and can continue after having joined.',
                '# learners keep the program. Those who have joined can continue.',
              ),
            ]),
      ];
    case 'resume':
      return ['People can be invited and join again.'];
    case 'archive':
      if (status === 'draft') return ['The draft moves to the end of your list. You can restore it.'];
      return learners === 0
        ? ['The program moves to the end of your list. You can restore it.']
        : [
            plural(
              learners,
              '# learner no longer sees the program.',
              '# learners no longer see the program.',
            ),
            'Their work is kept and returns when you restore the program.',
          ];
    case 'restore':
      return learners === 0
        ? ['The program returns to your list.']
        : [
            plural(learners, '# learner sees the program again.', '# learners see the program again.'),
            'The program is paused until you resume it.',
          ];
  }
}
