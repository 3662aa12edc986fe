import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { CoachingRoom } from '#contract/learning/coachingRoom.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { CaptionsSwitch } from '#src/coaching/call/Captions.tsx';
import { DeviceChoice } from '#src/coaching/call/DeviceCheck.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { keysToggled, selectRoom } from '#store/coaching/room/roomSlice.ts';
import { CompareButton, hasSecurityCode, SecurityCodeDialog } from './SecurityCode.tsx';

interface MoreProps {
  room: CoachingRoom;
  /** The first name of the other person. */
  name: string;
}

/** Devices, captions, the keys of the room and the security code. A dialog fits into every window, and closes with Escape. */
export function More({ room, name }: MoreProps) {
  const dispatch = useAppDispatch();
  const { hasKeys, call } = useAppSelector(selectRoom);
  const [shown, setShown] = useState<'settings' | 'code' | null>(null);
  return (
    <>
      <button type="button" className="control" aria-haspopup="dialog" onClick={() => setShown('settings')}>
        <Ellipsis className="icon" aria-hidden="true" />
        More
      </button>
      {shown === 'code' && <SecurityCodeDialog room={room} name={name} onClose={() => setShown(null)} />}
      {shown === 'settings' && (
        <Dialog title="Room settings" onClose={() => setShown(null)}>
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
            {hasSecurityCode(room) && (
              <div>
                <CompareButton onClick={() => setShown('code')} />
              </div>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}
