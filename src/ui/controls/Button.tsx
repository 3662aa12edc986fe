import { type ButtonHTMLAttributes, type MouseEvent, type Ref, useId, useState } from 'react';
import { ignoreClick, singleClick, singlePress } from './singleClick.ts';

/** A screen has at most one primary button. */
export type ButtonVariant = 'primary' | 'outlined' | 'plain' | 'link';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  small?: boolean;
  /** Shows a spinner before the label and ignores clicks. The label stays, so the layout does not move. */
  busy?: boolean;
  /** Ignores clicks and keeps the focus, so that keyboard users do not lose their place when the button becomes disabled. */
  disabled?: boolean;
  /**
   * Disables the button and says what the user has to do first. It is shown below the button and announced when the button is
   * used. If `aria-describedby` names a text that is already on the screen, it is only announced.
   */
  missing?: string | null;
  ref?: Ref<HTMLButtonElement>;
}

export const buttonClass = (variant: ButtonVariant, small = false, more = '') =>
  ['button', `button-${variant}`, small && 'button-small', more].filter(Boolean).join(' ');

/** Handles double-clicks, held keys and slow networks: see `singleClick` and `busy`. */
export function Button({
  variant = 'outlined',
  small = false,
  busy = false,
  disabled = false,
  missing = null,
  className = '',
  children,
  type = 'button',
  onClick,
  onKeyDown,
  ...rest
}: ButtonProps) {
  const id = useId();
  const [uses, setUses] = useState(0);
  if (uses > 0 && missing === null) setUses(0);
  const sayMissing = (event: MouseEvent) => {
    event.preventDefault();
    setUses(uses + 1);
  };
  const isSaid = uses > 0 && missing !== null;
  const { 'aria-describedby': describedBy } = rest;
  return (
    <>
      <button
        {...rest}
        type={type}
        className={buttonClass(variant, small, className)}
        aria-busy={busy || undefined}
        aria-disabled={disabled || missing !== null || rest['aria-disabled']}
        aria-describedby={describedBy ?? (isSaid ? id : undefined)}
        onClick={busy || disabled ? ignoreClick : missing === null ? singleClick(onClick) : sayMissing}
        onKeyDown={singlePress(onKeyDown)}
      >
        {busy && <span className="ring" aria-hidden="true" />}
        {children}
      </button>
      {isSaid && (
        // The key makes screen readers read the same text again.
        <p
          key={uses}
          id={id}
          role="alert"
          className={describedBy ? 'visually-hidden' : 'field-error button-missing'}
        >
          {missing}
        </p>
      )}
    </>
  );
}
