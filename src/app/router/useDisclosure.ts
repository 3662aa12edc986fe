import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { targetOf } from '#store/navigation/safePath.ts';

/**
 * Whether a part of the screen is unfolded: what the user chose last, until a link leads into it or it becomes the part to
 * work on. Nothing folds by itself. `targets` are the ids of the part and of everything inside it that links lead to.
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
