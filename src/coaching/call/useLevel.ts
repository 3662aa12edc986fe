import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePorts } from '#src/app/ports/PortsContext.tsx';

/** Levels above this are speech. */
const SPEECH = 0.08;
const SPEAKING_AFTER_MS = 200;
const SILENT_AFTER_MS = 600;

/** Follows how loud a person is while `isOn`. It shows the port's value and starts nothing, so it is safe in time travel. */
function useListener(who: 'me' | 'other', isOn: boolean, onLevel: (level: number) => void) {
  const { coaching } = usePorts();
  const hear = useEffectEvent(onLevel);
  useEffect(() => {
    if (!isOn) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    void coaching.call().then(
      (call) => {
        if (!isGone) stop = call.listenLevel(who, (level) => hear(level));
      },
      () => undefined, // without the call there is no level
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [coaching, who, isOn]);
}

/** From 0 to `steps`. */
export function useLevel(isOn: boolean, steps: number): number {
  const [level, setLevel] = useState(0);
  useListener('me', isOn, (value) => setLevel(Math.round(value * steps)));
  return isOn ? level : 0;
}

/** Whether the person speaks. It changes a moment after they start and after they stop. */
export function useSpeaking(who: 'me' | 'other', isOn: boolean): boolean {
  const [isSpeaking, setSpeaking] = useState(false);
  const changed = useRef({ isLoud: false, at: 0 });
  useListener(who, isOn, (level) => {
    const [isLoud, now] = [level > SPEECH, performance.now()];
    if (isLoud !== changed.current.isLoud) changed.current = { isLoud, at: now };
    if (now - changed.current.at >= (isLoud ? SPEAKING_AFTER_MS : SILENT_AFTER_MS)) setSpeaking(isLoud);
  });
  return isOn && isSpeaking;
}
