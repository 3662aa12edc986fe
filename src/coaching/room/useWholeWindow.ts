import { useEffect } from 'react';

/** The room covers header and footer, so the keyboard does not reach them either. */
export function useWholeWindow() {
  useEffect(() => {
    const covered = document.querySelectorAll<HTMLElement>('.header, .footer, .skip');
    for (const element of covered) element.inert = true;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, []);
}
