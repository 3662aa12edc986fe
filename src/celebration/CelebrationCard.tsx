import { Button } from '#src/ui/Button.tsx';
import { CelebrationArt } from './CelebrationArt.tsx';
import './celebration.css';

interface CelebrationCardProps {
  isTextShown: boolean;
  /** Whose achievement an onlooker sees; null when it is one's own. */
  learnerName: string | null;
  onStop: () => void;
}

export default function CelebrationCard({ isTextShown, learnerName, onStop }: CelebrationCardProps) {
  return (
    <>
      <CelebrationArt />
      <div className="celebration-words">
        <h2>Congratulations</h2>
        <p className="celebration-second">{isTextShown && <span>All Selected Topics Completed</span>}</p>
        <p className="text-2">
          {learnerName
            ? `${learnerName} chose, practised and completed every topic.`
            : 'You chose, you practised, you completed every topic. What you wrote stays with you.'}
        </p>
        <Button onClick={onStop}>Stop</Button>
      </div>
    </>
  );
}
