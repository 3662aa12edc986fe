import type { ButtonHTMLAttributes, Ref } from 'react';
import { ignoreClick } from './singleClick.ts';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name and tooltip, because the icon has no text. */
  label: string;
  small?: boolean;
  /** Ignores clicks and keeps the focus: see `Button`. */
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({
  label,
  small = false,
  disabled = false,
  className = '',
  onClick,
  ...rest
}: IconButtonProps) {
  const classes = ['icon-button', small && 'icon-button-small', className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      aria-label={label}
      title={label}
      aria-disabled={disabled || rest['aria-disabled']}
      onClick={disabled ? ignoreClick : onClick}
    />
  );
}
