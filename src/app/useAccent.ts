import { useEffect } from 'react';

/**
 * Applies the accent colour of the organisation while the component is shown. Its code is loaded only if there is a
 * colour.
 */
export function useAccent(accent: string | null | undefined) {
  useEffect(() => {
    if (!accent) return;
    let isOver = false;
    let remove = () => {};
    void import('./accentSheet.ts').then(({ applyAccent }) => {
      if (!isOver) remove = applyAccent(accent);
    });
    return () => {
      isOver = true;
      remove();
    };
  }, [accent]);
}
