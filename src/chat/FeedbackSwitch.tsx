import { Lock } from 'lucide-react';
import { memo } from 'react';
import { IconButton } from '#src/ui/IconButton.tsx';

interface FeedbackSwitchProps {
  isOn: boolean;
  onSwitched: (isOn: boolean) => void;
}

/** What is written next goes out as feedback after a session. Memoised: it stands beside a field that is drawn at each key. */
export const FeedbackSwitch = memo(function FeedbackSwitch({ isOn, onSwitched }: FeedbackSwitchProps) {
  return (
    <IconButton
      label="Confidential session feedback"
      className="composer-feedback"
      aria-pressed={isOn}
      onClick={() => onSwitched(!isOn)}
    >
      <Lock className="icon" />
    </IconButton>
  );
});
