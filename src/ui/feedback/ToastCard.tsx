import { X } from 'lucide-react';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import './toast.css';

interface ToastCardProps {
  text: string;
  onUndo: (() => void) | null;
  onClose: () => void;
}

/** A short text above the lower edge of the page. */
export default function ToastCard({ text, onUndo, onClose }: ToastCardProps) {
  return (
    <div className="toast">
      <p>{text}</p>
      {onUndo && (
        <Button variant="link" small onClick={onUndo}>
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" small onClick={onClose}>
        <X className="icon" />
      </IconButton>
    </div>
  );
}
