import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { targetOf } from '#store/navigation/safePath.ts';

/**
 * Whether a section of the screen is expanded: the user's last choice, until a link leads into the section or it
 * becomes the section to work on. A section never collapses by itself. `targets` are the ids of the section and of all
 * link targets inside it.
 */
export function useDisclosure(targets: readonly string[], isOpenByDefault = false) {
  const { hash, key } = useLocation();
  const target = targetOf(hash);
  const isTarget = target !== null && targets.includes(target);
  const [isOpen, setOpen] = useState(isTarget || isOpenByDefault);
  const [seen, setSeen] = useState({ key, isOpenByDefault });
  if (seen.key !== key || seen.isOpenByDefault !== isOpenByDefault) {
    setSeen({ key, isOpenByDefault });
    if ((isOpenByDefault && !seen.isOpenByDefault) || (isTarget && seen.key !== key)) setOpen(true);
  }
  return [isOpen, setOpen] as const;
}
