import type { ButtonHTMLAttributes, Ref } from 'react';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** The accessible name and tooltip, because the icon has no text. */
  label: string;
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, small = false, className = '', ...rest }: IconButtonProps) {
  const classes = ['icon-button', small && 'icon-button-small', className].filter(Boolean).join(' ');
  return <button type="button" {...rest} className={classes} aria-label={label} title={label} />;
}
