import { EyeOff } from 'lucide-react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { cameraToggled, deviceChosen, muteToggled, selectRoom } from '#store/coaching/room/roomSlice.ts';
import type { DeviceKind } from '#store/ports/coachingCall.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { CaptionsSwitch } from './Captions.tsx';
import { mediaProblem } from './mediaProblem.ts';
import { useLevel } from './useLevel.ts';
import { VideoTile } from './VideoTile.tsx';

/** The person's own video before they join. */
export function Preview({ session: { other } }: { session: CoachingSession }) {
  const dispatch = useAppDispatch();
  const { call } = useAppSelector(selectRoom);
  const me = useAppSelector(selectUser);
  if (!me) return null;
  const hasSound = call.mine === 'ready' || call.mine === 'audio';
  const problem = mediaProblem(call);
  const cover =
    call.mine === 'ready' && !call.isCameraOff ? null : (
      <p>{call.mine === 'starting' ? 'Starting' : call.isCameraOff ? 'Camera off' : 'No video'}</p>
    );
  return (
    <section className="stack-4" aria-label="Preview">
      <div className="preview-tile">
        <VideoTile who="me" name="You" person={me} isMuted={call.isMuted} isLive={hasSound} cover={cover} />
      </div>
      {hasSound && (
        <div className="row">
          <Button aria-pressed={call.isMuted} onClick={() => dispatch(muteToggled())}>
            {call.isMuted ? 'Unmute' : 'Mute'}
          </Button>
          {call.mine === 'ready' && (
            <Button aria-pressed={call.isCameraOff} onClick={() => dispatch(cameraToggled())}>
              {call.isCameraOff ? 'Turn camera on' : 'Turn camera off'}
            </Button>
          )}
        </div>
      )}
      {problem ? (
        <p className="call-problem" role="status">
          {problem}
        </p>
      ) : (
        <p className="row small text-2">
          <EyeOff className="icon icon-small" aria-hidden="true" />
          {`Only you see this video. ${other.firstName} sees and hears you after you join.`}
        </p>
      )}
    </section>
  );
}

const MARKS = 20;
const LEVELS = Array.from({ length: MARKS }, (_, index) => index + 1);
const NAMES: Record<DeviceKind, string> = { microphone: 'Microphone', camera: 'Camera', speaker: 'Speaker' };

/** One kind of device; nothing when this computer has none, or the browser offers no choice. */
export function DeviceChoice({ kind }: { kind: DeviceKind }) {
  const dispatch = useAppDispatch();
  const { call } = useAppSelector(selectRoom);
  const devices = call.devices?.[kind] ?? [];
  if (devices.length === 0) return null;
  return (
    <SelectField
      label={NAMES[kind]}
      value={call.chosen[kind] ?? devices[0]?.id ?? ''}
      onChange={(id) => dispatch(deviceChosen({ kind, id }))}
      options={devices.map(({ id, label }, index) => ({
        value: id,
        label: label || `${NAMES[kind]} ${index + 1}`,
      }))}
    />
  );
}

/** Which devices are used, and whether they work. */
export function DeviceCheck() {
  const { coaching } = usePorts();
  const { call } = useAppSelector(selectRoom);
  const isHeard = (call.mine === 'ready' || call.mine === 'audio') && !call.isMuted;
  const level = useLevel(isHeard, MARKS);
  if (!call.devices) return null;
  return (
    <section className="stack-4" aria-label="Devices">
      <div className="stack">
        <DeviceChoice kind="microphone" />
        <meter className="visually-hidden" aria-label="Microphone level" min={0} max={MARKS} value={level} />
        <div className="level" aria-hidden="true">
          {LEVELS.map((mark) => (
            <i key={mark} data-on={mark <= level || undefined} />
          ))}
        </div>
        <p className="help">
          {call.isMuted ? 'You are muted.' : 'Say a sentence. The marks should fill to the middle.'}
        </p>
      </div>
      <DeviceChoice kind="camera" />
      <DeviceChoice kind="speaker" />
      <p>
        <Button
          onClick={() =>
            void coaching.call().then(
              (port) => port.playSound(),
              () => undefined, // the room shows problems with the call
            )
          }
        >
          Play sound
        </Button>
      </p>
      <CaptionsSwitch />
    </section>
  );
}
