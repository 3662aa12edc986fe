import { X } from 'lucide-react';
import { type RefObject, useLayoutEffect } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { useReturnedFocus } from '#src/ui/overlays/useReturnedFocus.ts';
import './toast.css';
import { placeToast } from './toastPlace.ts';

interface ToastCardProps {
  text: string;
  onUndo: (() => void) | null;
  onClose: () => void;
}

/** The toast covers no control, also after the page has scrolled or changed its height. */
function useFreePlace(card: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const place = () => {
      if (card.current) placeToast(card.current);
    };
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    document.addEventListener('scrollend', place, true);
    return () => {
      observer.disconnect();
      document.removeEventListener('scrollend', place, true);
    };
  }, [card]);
}

/** A short text above the lower edge of the page. */
export default function ToastCard({ text, onUndo, onClose }: ToastCardProps) {
  const card = useReturnedFocus<HTMLDivElement>();
  useFreePlace(card);
  return (
    <div ref={card} className="toast">
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
