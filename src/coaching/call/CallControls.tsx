import { Mic, MicOff, MonitorUp, Video, VideoOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { cameraToggled, muteToggled, screenToggled, selectRoom } from '#store/coaching/room/roomSlice.ts';

/** Buttons for microphone, camera and screen, if this device has them. */
export function CallControls() {
  const dispatch = useAppDispatch();
  const { call } = useAppSelector(selectRoom);
  if (call.mine !== 'ready' && call.mine !== 'audio') return null;
  return (
    <div className="call-controls">
      <Control
        isOff={call.isMuted}
        onClick={() => dispatch(muteToggled())}
        label={call.isMuted ? 'Unmute' : 'Mute'}
      >
        {call.isMuted ? (
          <MicOff className="icon" aria-hidden="true" />
        ) : (
          <Mic className="icon" aria-hidden="true" />
        )}
      </Control>
      {call.mine === 'ready' && (
        <Control
          isOff={call.isCameraOff}
          onClick={() => dispatch(cameraToggled())}
          label={call.isCameraOff ? 'Turn camera on' : 'Turn camera off'}
        >
          {call.isCameraOff ? (
            <VideoOff className="icon" aria-hidden="true" />
          ) : (
            <Video className="icon" aria-hidden="true" />
          )}
        </Control>
      )}
      {'getDisplayMedia' in (navigator.mediaDevices ?? {}) && (
        <Control
          isOff={call.isSharing}
          onClick={() => dispatch(screenToggled())}
          label={call.isSharing ? 'Stop sharing' : 'Share screen'}
        >
          <MonitorUp className="icon" aria-hidden="true" />
        </Control>
      )}
    </div>
  );
}

interface ControlProps {
  isOff: boolean;
  label: string;
  onClick: () => void;
  children: ReactNode;
}

const Control = ({ isOff, label, onClick, children }: ControlProps) => (
  <button type="button" className="control" data-off={isOff || undefined} onClick={onClick}>
    {children}
    {label}
  </button>
);
