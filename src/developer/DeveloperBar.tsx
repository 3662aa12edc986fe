import { type ChangeEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { ClientConfig } from '#contract/operations.ts';
import { Button } from '#src/ui/Button.tsx';
import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { liftedStoreOf } from '#store/devtools/lifted.ts';
import { anonymousTrace, playTrace, readTrace, wholeTrace } from '#store/devtools/trace.ts';
import type { TravelGuard } from '#store/devtools/travelGuard.ts';
import { originOf } from './origin.ts';
import { saveFile } from './saveFile.ts';
import { usePlace } from './useTravel.ts';
import './developer.css';

interface Props {
  store: AppStore;
  guard: TravelGuard;
  log: ActionLog;
  config: Pick<ClientConfig, 'deployment' | 'version'>;
}

/** The developer menu, and while somebody looks at the past, where they are and the way back. */
export function DeveloperBar({ store, guard, log, config }: Props) {
  const lifted = liftedStoreOf(store);
  const { at, last } = usePlace(lifted);
  const isTravelling = useSyncExternalStore(guard.subscribe, guard.isTravelling);
  const [trouble, setTrouble] = useState('');
  const file = useRef<HTMLInputElement>(null);

  /** Only a new page leads back from another session: the sagas of this one have not lived through it. */
  const goLive = () => {
    if (!lifted || guard.isDetached()) return window.location.reload();
    for (const actionId of lifted.getState().skippedActionIds)
      lifted.dispatch({ type: 'TOGGLE_ACTION', id: actionId });
    lifted.dispatch({ type: 'LOCK_CHANGES', status: false });
    lifted.dispatch({ type: 'JUMP_TO_STATE', index: last });
  };
  const open = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (!chosen || !lifted) return;
    try {
      playTrace(lifted, readTrace(await chosen.text()));
      setTrouble('');
    } catch (error) {
      setTrouble((error as Error).message);
    }
  };
  return (
    <section className="developer-bar" aria-label="Developer menu">
      {isTravelling && (
        <p role="status">
          In the past: action {at} of {last}
        </p>
      )}
      {trouble && <p role="alert">{trouble}</p>}
      {isTravelling && (
        <Button look="primary" onClick={goLive}>
          Go live
        </Button>
      )}
      <Button onClick={() => saveFile(document, 'trellis-trace.json', anonymousTrace(log, originOf(config)))}>
        Save a trace
      </Button>
      {lifted && (
        <>
          <Button
            onClick={() => saveFile(document, 'trellis-session.json', wholeTrace(lifted, originOf(config)))}
          >
            Export session
          </Button>
          <Button onClick={() => file.current?.click()}>Import</Button>
          <input
            ref={file}
            hidden
            type="file"
            accept="application/json"
            aria-label="Session or trace"
            onChange={(event) => void open(event)}
          />
        </>
      )}
    </section>
  );
}
