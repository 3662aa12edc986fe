import { useEffect, useRef } from 'react';

interface Keys {
  onDigit: (digit: number) => void;
  onNext: () => void;
  onBack: () => void;
}

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;
const within = (event: KeyboardEvent, selector: string) =>
  event.target instanceof Element && event.target.closest(selector) !== null;

/** Digits answer, Enter continues, Shift+Enter goes back. Text fields, lists and buttons keep their own keys. */
export function useSurveyKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPlain(event) || event.repeat || within(event, '[role="dialog"]')) return;
      const isTyping = within(event, 'textarea, select, input:not([type="radio"]):not([type="checkbox"])');
      if (event.key === 'Enter' && !within(event, 'textarea, button, a, summary')) {
        event.preventDefault();
        if (event.shiftKey) latest.current.onBack();
        else latest.current.onNext();
      } else if (/^[0-9]$/.test(event.key) && !isTyping) latest.current.onDigit(Number(event.key));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
