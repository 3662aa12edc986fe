import { Button } from '#src/ui/controls/Button.tsx';
import { useReturnedFocus } from '#src/ui/overlays/useReturnedFocus.ts';
import { CelebrationArt } from './CelebrationArt.tsx';
import './celebration.css';

interface CelebrationCardProps {
  isTextShown: boolean;
  /** The learner who completed the topics; null if it is the user. */
  learnerName: string | null;
  programName: string | null;
  onStop: () => void;
}

export const renderCard = (props: CelebrationCardProps) => <CelebrationCard {...props} />;

function CelebrationCard({ isTextShown, learnerName, programName, onStop }: CelebrationCardProps) {
  const text = useReturnedFocus<HTMLDivElement>();
  return (
    <>
      <CelebrationArt />
      <div ref={text} className="celebration-text">
        <h2>Congratulations</h2>
        <p className="celebration-subtitle">{isTextShown && <span>All Selected Topics Completed</span>}</p>
        <p className="text-2">{sentenceOf(learnerName, programName)}</p>
        <Button onClick={onStop}>Close</Button>
      </div>
    </>
  );
}

function sentenceOf(learnerName: string | null, programName: string | null): string {
  const topics = programName ? `selected in ${programName}` : 'selected';
  return learnerName
    ? `${learnerName} completed every topic they ${topics}.`
    : `You completed every topic you ${topics}. Everything you wrote is still available.`;
}
