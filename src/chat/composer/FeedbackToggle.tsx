import { Lock } from 'lucide-react';
import { memo, useId } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';

interface FeedbackToggleProps {
  isOn: boolean;
  peerName: string;
  onToggle: (isOn: boolean) => void;
}

/**
 * Sends the next message as session feedback, and shows who can read it. Memoised, because the composer renders while
 * the user types.
 */
export const FeedbackToggle = memo(function FeedbackToggle({
  isOn,
  peerName,
  onToggle,
}: FeedbackToggleProps) {
  const id = useId();
  return (
    <div className="composer-feedback">
      <Button variant="plain" small aria-pressed={isOn} aria-describedby={id} onClick={() => onToggle(!isOn)}>
        <Lock className="icon icon-small" aria-hidden="true" />
        Send as confidential session feedback
      </Button>
      <p id={id} className={isOn ? 'small text-2' : 'visually-hidden'}>
        {`Only you and ${peerName} can read it in Trellis. Emails do not contain its text.`}
      </p>
    </div>
  );
});
