import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import './dangerButton.css';

interface DangerButtonProps extends Omit<ComponentProps<typeof Button>, 'variant' | 'className'> {
  /** Set only in the dialog that confirms the action. */
  isFinal?: boolean;
}

/** A button for an action that takes something away from a person. */
export const DangerButton = ({ isFinal = false, ...button }: DangerButtonProps) => (
  <Button {...button} className={isFinal ? 'button-danger-final' : 'button-danger'} />
);
