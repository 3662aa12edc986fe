import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { currentLocale } from '#src/ui/text/locale.ts';
import { captionsToggled, selectRoom } from '#store/coaching/room/roomSlice.ts';
import type { CaptionSupport } from '#store/ports/coachingCall.ts';

const REASONS: Record<CaptionSupport, string> = {
  available: 'Made on this device. The sound is not sent anywhere else.',
  not_installed:
    'This browser has to install speech recognition for your language first. You can find it in the language settings.',
  unsupported:
    'This browser cannot create captions on this device. Other methods would send the sound to a service.',
};

/** Null until the browser has responded. */
function useCaptionSupport(): CaptionSupport | null {
  const { coaching } = usePorts();
  const [support, setSupport] = useState<CaptionSupport | null>(null);
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const answer = await (await coaching.call()).captionSupport(currentLocale());
      if (!isGone) setSupport(answer);
    };
    ask().catch(() => undefined); // the room shows problems with the call
    return () => {
      isGone = true;
    };
  }, [coaching]);
  return support;
}

/** Switches captions on, or says why this browser cannot make them. */
export function CaptionsSwitch() {
  const dispatch = useAppDispatch();
  const id = useId();
  const { call } = useAppSelector(selectRoom);
  const support = useCaptionSupport();
  if (support === null) return null;
  const isPossible = support === 'available';
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          checked={isPossible && call.hasCaptions}
          aria-disabled={!isPossible || undefined}
          aria-describedby={id}
          onChange={() => isPossible && dispatch(captionsToggled())}
        />
        Captions
      </label>
      <p className="help" id={id}>
        {REASONS[support]}
      </p>
    </div>
  );
}

/**
 * The last sentence of the other person, on their tile. It is not announced, because the user hears the
 * person.
 */
export function Captions({ name }: { name: string }) {
  const { coaching } = usePorts();
  const { call } = useAppSelector(selectRoom);
  const [text, setText] = useState('');
  const show = useEffectEvent(setText);
  const isOn = call.hasCaptions && call.state === 'connected';
  useEffect(() => {
    if (!isOn) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    const listen = async () => {
      const port = await coaching.call();
      const support = await port.captionSupport(currentLocale());
      if (isGone || support !== 'available') return;
      stop = port.listenCaptions(currentLocale(), (sentence) => show(sentence));
    };
    listen().catch(() => undefined); // without the call there is nothing to hear
    return () => {
      isGone = true;
      stop?.();
    };
  }, [coaching, isOn]);
  if (!isOn || text === '') return null;
  return (
    <p className="tile-captions">
      <span className="visually-hidden">{`${name}: `}</span>
      <span>{text}</span>
    </p>
  );
}
