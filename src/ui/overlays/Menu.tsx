import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';

interface MenuProps {
  /** Names the menu for screen readers. */
  label: string;
  className: string;
  /** The button that opens and closes the menu. It gets the focus back. */
  button: RefObject<HTMLElement | null>;
  /** Shown above the items. */
  head?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Focuses the first item once the list has registered its items. */
function useFirstItemFocused(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true }),
    );
    return () => cancelAnimationFrame(frame);
  }, [list]);
}

/** An open menu below its button. The caller keeps whether it is open. */
export function Menu({ label, className, button, head, onClose, children }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useFirstItemFocused(list);
  return (
    <BaseMenu.Root
      open
      modal={false}
      onOpenChange={(_isOpen, { event }) => {
        // A press on the button closes the menu by the button's own handler.
        if (!(event.target instanceof Node && button.current?.contains(event.target))) onClose();
      }}
    >
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={button} align="end" sideOffset={2} collisionPadding={8}>
          <BaseMenu.Popup className={className} finalFocus={button}>
            {head}
            <BaseMenu.List ref={list} aria-label={label}>
              {children}
            </BaseMenu.List>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

export const MenuItem = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <BaseMenu.Item className="menu-item" onClick={onClick}>
    {children}
  </BaseMenu.Item>
);

export const MenuLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <BaseMenu.LinkItem className="menu-item" render={<Link to={to} />}>
    {children}
  </BaseMenu.LinkItem>
);
