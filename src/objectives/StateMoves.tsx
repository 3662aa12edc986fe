import type { Objective } from '#contract/objectives.ts';
import { Button } from '#src/ui/Button.tsx';
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useMoveObjectiveMutation } from '#store/objectives/objectivesApi.ts';

interface Move {
  verb: string;
  state: Objective['state'];
  isAtRisk?: boolean;
}
const movesFrom: Record<Objective['state'], readonly Move[]> = {
  draft: [
    { verb: 'Start it', state: 'active' },
    { verb: 'Drop it', state: 'dropped' },
  ],
  active: [
    { verb: 'Achieved', state: 'achieved' },
    { verb: 'Missed', state: 'missed' },
    { verb: 'Drop it', state: 'dropped' },
  ],
  achieved: [{ verb: 'Set it going again', state: 'active' }],
  missed: [{ verb: 'Set it going again', state: 'active' }],
  dropped: [{ verb: 'Set it going again', state: 'active' }],
};

/** Where the objective goes from here; every step can be taken back. */
export function StateMoves({ objective, onReload }: { objective: Objective; onReload: () => void }) {
  const [moveObjective, { isLoading, error, originalArgs }] = useMoveObjectiveMutation();
  const { objectiveId, state, isAtRisk, version } = objective;
  const risk: Move[] =
    state === 'active'
      ? [{ verb: isAtRisk ? 'No longer at risk' : 'Mark as at risk', state, isAtRisk: !isAtRisk }]
      : [];
  const move = async (to: Move) => {
    if (isLoading) return;
    const { error: refusal } = await moveObjective({
      objectiveId,
      move: { state: to.state, isAtRisk: to.isAtRisk ?? false, version },
    });
    if (refusal && problemOf(refusal).status === 409) onReload();
  };
  const isBusyWith = (to: Move) =>
    isLoading &&
    originalArgs?.move.state === to.state &&
    originalArgs.move.isAtRisk === (to.isAtRisk ?? false);
  return (
    <section className="stack-3" aria-label="How it stands">
      {error && (
        <ErrorSummary>
          {problemOf(error).status === 409
            ? 'It was changed elsewhere meanwhile. This is how it stands now; look it over and press again.'
            : `Nothing was changed. ${problemOf(error).message}`}
        </ErrorSummary>
      )}
      <div className="row row-wrap">
        {[...movesFrom[state], ...risk].map((to) => (
          <Button key={to.verb} small busy={isBusyWith(to)} onClick={() => void move(to)}>
            {to.verb}
          </Button>
        ))}
      </div>
    </section>
  );
}
