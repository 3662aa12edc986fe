import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { isFocusGuard } from './isFocusGuard.ts';
import './menu.css';

interface MenuProps {
  /** Accessible name of the menu. */
  label: string;
  className: string;
  /** The button that opens and closes the menu. It gets the focus back, unless an item has cleared the ref. */
  button: RefObject<HTMLElement | null>;
  /** The element next to which the menu is placed, if it is not the button. */
  anchor?: Element;
  align?: 'start' | 'end';
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

/** An open menu below its button, or above it if there is no room below. The caller controls whether it is open. */
export function Menu(props: MenuProps) {
  const { label, className, button, anchor, align = 'end', head, onClose, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useFirstItemFocused(list);
  return (
    <BaseMenu.Root
      open
      modal={false}
      onOpenChange={(_isOpen, { reason, event }) => {
        // A press on the button closes the menu with the button's own handler.
        const isButton = event.target instanceof Node && button.current?.contains(event.target);
        if (reason !== 'outside-press' || !isButton) onClose();
      }}
    >
      <BaseMenu.Portal>
        <BaseMenu.Positioner anchor={anchor ?? button} align={align} sideOffset={2} collisionPadding={8}>
          <BaseMenu.Popup
            className={className}
            finalFocus={() => button.current ?? false}
            onBlur={({ relatedTarget }) => isFocusGuard(relatedTarget) && onClose()}
          >
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

interface MenuCheckboxProps {
  /** Accessible name of an item that shows only a symbol. */
  label: string;
  isChecked: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A menu item that shows whether it is selected. */
export const MenuCheckbox = ({ label, isChecked, onClick, children }: MenuCheckboxProps) => (
  <BaseMenu.CheckboxItem
    checked={isChecked}
    closeOnClick
    label={label}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {children}
  </BaseMenu.CheckboxItem>
);

interface MenuCheckProps {
  isChecked: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A menu item that is switched on and off. The menu stays open, so that the user can change several items. */
export const MenuCheck = ({ isChecked, onClick, children }: MenuCheckProps) => (
  <BaseMenu.CheckboxItem className="menu-item" checked={isChecked} closeOnClick={false} onClick={onClick}>
    <Check className={isChecked ? 'icon icon-small' : 'icon icon-small is-off'} aria-hidden="true" />
    {children}
  </BaseMenu.CheckboxItem>
);

/** The left and right arrow keys move among items that are side by side. */
function moveSideways(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLElement)) return;
  const items = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]'));
  items.at((items.indexOf(event.target) + step) % items.length)?.focus();
}

interface MenuRowProps {
  label: string;
  className: string;
  children: ReactNode;
}

/** A group of items side by side. */
export const MenuRow = ({ label, className, children }: MenuRowProps) => (
  <BaseMenu.Group className={className} aria-label={label} onKeyDown={moveSideways}>
    {children}
  </BaseMenu.Group>
);

export const MenuLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <BaseMenu.LinkItem className="menu-item" render={<Link to={to} />}>
    {children}
  </BaseMenu.LinkItem>
);
