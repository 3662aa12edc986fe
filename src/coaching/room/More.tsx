import { Ellipsis } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { CaptionsSwitch } from '#src/coaching/call/Captions.tsx';
import { DeviceChoice } from '#src/coaching/call/DeviceCheck.tsx';
import { keysToggled, selectRoom } from '#store/coaching/room/roomSlice.ts';

/** Devices, captions, and the keys of the room. */
export function More() {
  const dispatch = useAppDispatch();
  const { hasKeys, call } = useAppSelector(selectRoom);
  return (
    <details className="control-more">
      <summary className="control">
        <Ellipsis className="icon" aria-hidden="true" />
        More
      </summary>
      <div className="card stack-4">
        {(['microphone', 'camera', 'speaker'] as const).map((kind) => (
          <DeviceChoice key={kind} kind={kind} />
        ))}
        {call.mine !== 'none' && <CaptionsSwitch />}
        <div>
          <label className="check">
            <input type="checkbox" checked={hasKeys} onChange={() => dispatch(keysToggled())} />
            Shortcuts with single keys
          </label>
          <p className="help">
            M mute, V camera, C chat, N notes. F6 always moves to the next area. Switch them off if you use
            speech input.
          </p>
        </div>
      </div>
    </details>
  );
}
