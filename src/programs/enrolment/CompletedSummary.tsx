import type { Program } from '#contract/learning/programs.ts';
import { SUMMARY_TARGET } from '#contract/notifications/linkTargets.ts';
import type { Participant } from '#contract/people.ts';
import { useStartConversation } from '#src/chat/useStartConversation.ts';
import { isSelected } from '#src/programs/topics/topics.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { BeginAgain } from './BeginAgain.tsx';

/**
 * Summary of a completed program: what the learner did, a button to thank the coach, and the remaining topics. The
 * completed topics are listed below it.
 */
export function CompletedSummary({ program }: { program: Program }) {
  const { programName, topics, progress, coach } = program;
  const completed = topics.filter(({ state }) => state === 'completed').length;
  const left = topics.filter((topic) => !isSelected(topic)).length;
  return (
    <section className="card banner" id={SUMMARY_TARGET} tabIndex={-1} aria-labelledby="ended">
      <h2 className="title-2" id="ended">
        You completed {programName}
      </h2>
      <p className="text-2">
        {`${plural(completed, '# topic', '# topics')} and ${plural(progress.done, '# step', '# steps')} completed.`}
      </p>
      {left > 0 && (
        <p className="text-2">
          {plural(
            left,
            '# other topic of this program is listed below.',
            '# other topics of this program are listed below.',
          )}
          {program.can.beginAgain && ' You can select from all topics if you start again.'}
        </p>
      )}
      <BeginAgain program={program}>
        {coach && <ThankButton coach={coach} programName={programName} />}
      </BeginAgain>
    </section>
  );
}

function ThankButton({ coach, programName }: { coach: Participant; programName: string }) {
  const text = `Thank you for your support in “${programName}”, ${coach.firstName}. What helped me most was `;
  const start = useStartConversation(coach.userId, text);
  return (
    <Button variant="primary" onClick={() => start?.()}>
      Thank {coach.firstName}
    </Button>
  );
}
