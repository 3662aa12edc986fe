import type { ButtonHTMLAttributes, Ref } from 'react';

/** One filled button per screen; all else is outlined, plain or link-like. */
export type ButtonLook = 'primary' | 'outlined' | 'plain' | 'link';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook;
  small?: boolean;
  /** The label stays and a ring stands before it: a person sees what is under way, and nothing jumps. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export const buttonClass = (look: ButtonLook, small = false, more = '') =>
  ['button', `button-${look}`, small && 'button-small', more].filter(Boolean).join(' ');

export function Button({
  look = 'outlined',
  small = false,
  busy = false,
  className = '',
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, small, className)}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className="ring" aria-hidden="true" />}
      {children}
    </button>
  );
}
