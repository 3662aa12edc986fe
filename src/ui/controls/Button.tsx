import type { ButtonHTMLAttributes, Ref } from 'react';
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
  className = '',
  children,
  type = 'button',
  onClick,
  onKeyDown,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, small, className)}
      aria-busy={busy || undefined}
      aria-disabled={disabled || rest['aria-disabled']}
      onClick={busy || disabled ? ignoreClick : singleClick(onClick)}
      onKeyDown={singlePress(onKeyDown)}
    >
      {busy && <span className="ring" aria-hidden="true" />}
      {children}
    </button>
  );
}
