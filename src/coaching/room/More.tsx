import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { CaptionsSwitch } from '#src/coaching/call/Captions.tsx';
import { DeviceChoice } from '#src/coaching/call/DeviceCheck.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { keysToggled, selectRoom } from '#store/coaching/room/roomSlice.ts';

/** Devices, captions, and the keys of the room. A dialog fits into every window, and closes with Escape. */
export function More() {
  const dispatch = useAppDispatch();
  const { hasKeys, call } = useAppSelector(selectRoom);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="control" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis className="icon" aria-hidden="true" />
        More
      </button>
      {isOpen && (
        <Dialog title="Room settings" onClose={() => setOpen(false)}>
          <div className="stack-4">
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
                M mute, V camera, C chat, N notes. F6 always moves to the next area. Switch them off if you
                use speech input.
              </p>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
