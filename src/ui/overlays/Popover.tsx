import { Popover as BasePopover } from '@base-ui/react/popover';
import { type FocusEvent, type ReactNode, type RefObject, useRef } from 'react';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { isFocusGuard } from './isFocusGuard.ts';

interface PopoverProps {
  /** Accessible name of the region. */
  label: string;
  className: string;
  /** The class of the element that positions the popover. */
  placeClassName: string;
  /**
   * The button that opens and closes the popover. It gets the focus back, unless the user has focused another element.
   */
  button: RefObject<HTMLElement | null>;
  /** The scrolling element of the region. */
  region: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  onClose: () => void;
  children: ReactNode;
}

const isIn = (element: Element | null, node: unknown) =>
  node instanceof Node && element?.contains(node) === true;

/**
 * An open region below its button. Escape, a press outside and a focus outside close it. The region itself takes the
 * focus, so that the keyboard scrolls it. The caller controls whether it is open.
 */
export function Popover(props: PopoverProps) {
  const { label, className, placeClassName, button, onScroll, onClose, region, children } = props;
  const returnsFocus = useRef(false);
  const close = (isFocusReturned: boolean) => {
    returnsFocus.current = isFocusReturned;
    onClose();
  };
  const closeWhenFocusLeaves = ({ relatedTarget: next }: FocusEvent<HTMLElement>) => {
    if (!(next instanceof Element) || isIn(region.current, next) || isIn(button.current, next)) return;
    // Tab has reached an end of the popover, so the focus continues from the button.
    close(isFocusGuard(next));
  };
  return (
    <BasePopover.Root
      open
      onOpenChange={(_isOpen, { reason, event }) => {
        // A press on the button closes the popover with the button's own handler.
        if (reason === 'outside-press' && isIn(button.current, event.target)) return;
        close(reason !== 'outside-press');
      }}
    >
      <BasePopover.Portal>
        <BasePopover.Positioner
          className={placeClassName}
          anchor={button}
          align="end"
          sideOffset={8}
          collisionPadding={8}
        >
          <BasePopover.Popup
            ref={region}
            className={className}
            role="region"
            aria-label={label}
            tabIndex={0}
            initialFocus={region}
            finalFocus={() => (returnsFocus.current ? button.current : false)}
            onScroll={onScroll}
            onBlur={closeWhenFocusLeaves}
          >
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}

interface PopoverCloseProps {
  label: string;
  className: string;
  children: ReactNode;
}

export const PopoverClose = ({ label, className, children }: PopoverCloseProps) => (
  <BasePopover.Close render={<IconButton label={label} small className={className} />}>
    {children}
  </BasePopover.Close>
);
