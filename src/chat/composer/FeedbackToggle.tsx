import { Lock } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '#src/ui/controls/IconButton.tsx';

interface FeedbackToggleProps {
  isOn: boolean;
  onToggle: (isOn: boolean) => void;
}

/** Sends the next message as session feedback. Memoised, because the composer renders while the user types. */
export const FeedbackToggle = memo(function FeedbackToggle({ isOn, onToggle }: FeedbackToggleProps) {
  return (
    <IconButton
      label="Confidential session feedback"
      className="composer-feedback"
      aria-pressed={isOn}
      onClick={() => onToggle(!isOn)}
    >
      <Lock className="icon" />
    </IconButton>
  );
});
