import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type PackageLaunch, playerMessageSchema } from '#contract/learning/packages.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useReportTooLargeMutation } from '#store/programs/packagesApi.ts';
import type { SaveState } from './resultQueue.ts';
import { usePackageResults } from './usePackageResults.ts';
import './packagePlayer.css';

/** How long the player waits for the last result of the package when the learner leaves. */
const LAST_RESULT_MS = 1_000;
const SLOW_MS = 15_000;

interface PackagePlayerProps {
  programId: string;
  stepKey: string;
  launch: PackageLaunch;
  onClose: () => void;
}

/**
 * Plays a package in a frame of another origin. Only messages of this frame and this origin count, and the player sends
 * messages to this origin only.
 */
export function PackagePlayer({ programId, stepKey, launch, onClose }: PackagePlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [reportTooLarge] = useReportTooLargeMutation();
  const { state, queue } = usePackageResults({ programId, stepKey });
  const [phase, setPhase] = useState<'loading' | 'slow' | 'playing' | 'ended'>('loading');
  const [isTooLarge, setTooLarge] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [hasTriedToLeave, setTriedToLeave] = useState(false);
  /** Leaving now would lose changes. */
  const isLossy = hasTriedToLeave && state.kind !== 'saved' && state.kind !== 'idle';
  const lastResult = useRef<(() => void) | null>(null);
  const { launchId } = launch;

  const send = (message: unknown) => frame.current?.contentWindow?.postMessage(message, launch.origin);
  const receive = useEffectEvent(({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== frame.current?.contentWindow || origin !== launch.origin) return;
    const message = playerMessageSchema.safeParse(data);
    if (!message.success) return;
    switch (message.data.type) {
      case 'ready':
        return send({ type: 'start', launch });
      case 'loaded':
        return setPhase('playing');
      case 'result':
        return queue.keep({ launchId, ...message.data.result });
      case 'too-large':
        if (!isTooLarge) void reportTooLarge({ programId, stepKey, launchId, length: message.data.length });
        return setTooLarge(true);
      case 'ended':
        return setPhase('ended');
      case 'saved':
        return lastResult.current?.();
    }
  });
  useEffect(() => {
    window.addEventListener('message', receive);
    const timer = window.setTimeout(() => setPhase((now) => (now === 'loading' ? 'slow' : now)), SLOW_MS);
    return () => {
      window.removeEventListener('message', receive);
      window.clearTimeout(timer);
    };
  }, []);

  const leave = async () => {
    if (isLossy) return onClose();
    setLeaving(true);
    await new Promise<void>((resolve) => {
      lastResult.current = resolve;
      window.setTimeout(resolve, LAST_RESULT_MS);
      send({ type: 'save' });
    });
    await queue.save();
    setLeaving(false);
    if (queue.isUnsaved()) setTriedToLeave(true);
    else onClose();
  };

  return (
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && void leave()} disablePointerDismissal>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="backdrop" />
        <BaseDialog.Popup className="package-player">
          <div className="package-player-head">
            <BaseDialog.Title className="title-3 package-player-title">{launch.title}</BaseDialog.Title>
            <p className="small text-2" role="status">
              {statusText(phase, state)}
            </p>
            <Button small busy={isLeaving} onClick={() => void leave()}>
              {isLossy ? 'Exit without saving' : 'Exit package'}
            </Button>
          </div>
          {isLossy && (
            <p className="package-player-note">
              Your last changes in the package are not saved yet. Trellis cannot be reached. Stay here until
              they are saved, or exit without them.
            </p>
          )}
          {isTooLarge && (
            <p className="package-player-note">
              The package tried to store a position of more than 64 kB. It was not saved, so the package may
              not continue where you stop. The author can see this.
            </p>
          )}
          <iframe
            ref={frame}
            className="package-player-frame"
            title={launch.title}
            src={launch.player}
            sandbox="allow-scripts allow-same-origin allow-forms"
            allow="fullscreen; autoplay"
            referrerPolicy="no-referrer"
          />
          {/* Tab leads here after the last element of the package. */}
          <Button variant="link" small className="package-player-end" onClick={() => void leave()}>
            End of package: exit
          </Button>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

function statusText(phase: 'loading' | 'slow' | 'playing' | 'ended', state: SaveState): string {
  if (state.kind === 'stopped') return state.message;
  if (state.kind === 'waiting') return 'Not saved yet. Trellis cannot be reached and tries again.';
  if (phase === 'slow')
    return 'The package is taking a long time to load. Check your connection, or exit and try again.';
  if (phase === 'loading') return 'Loading the package…';
  if (phase === 'ended') return state.kind === 'saving' ? 'Saving…' : 'The package has ended. You can exit.';
  return { idle: '', saving: 'Saving…', saved: 'Saved' }[state.kind];
}
