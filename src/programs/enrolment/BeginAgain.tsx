import type { ReactNode } from 'react';
import type { Program } from '#contract/learning/programs.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useBeginAgainMutation } from '#store/programs/enrolmentApi.ts';
import { MutationError } from './MutationError.tsx';

interface BeginAgainProps {
  program: Program;
  /** The main action, shown before the button. */
  children?: ReactNode;
}

/** What the learner can do with an ended program. */
export function BeginAgain({ program: { programId, can }, children }: BeginAgainProps) {
  const [beginAgain, { isLoading, error }] = useBeginAgainMutation();
  return (
    <>
      <p className="text-2">
        You can still read your work here.
        {can.beginAgain &&
          ' You can also start again with the newest version of every topic. Your earlier work is kept.'}
      </p>
      <MutationError error={error} what="The program was not started." />
      <div className="row row-wrap">
        {children}
        {can.beginAgain && (
          <Button busy={isLoading} onClick={() => void beginAgain({ programId })}>
            Start program again
          </Button>
        )}
      </div>
    </>
  );
}
