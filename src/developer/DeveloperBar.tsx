import { type ChangeEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { ClientConfig } from '#contract/administration/operations.ts';
import { originOf } from '#src/reporting/origin.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { liftedStoreOf } from '#store/devtools/liftedStore.ts';
import { playTrace } from '#store/devtools/playTrace.ts';
import { readTrace } from '#store/devtools/readTrace.ts';
import { anonymousTrace, type Trace, wholeTrace } from '#store/devtools/trace.ts';
import type { TravelGuard } from '#store/devtools/travelGuard.ts';
import { CausePanel } from './CausePanel.tsx';
import { saveJson } from './saveJson.ts';
import { usePosition } from './useTravel.ts';
import './developer.css';

interface Props {
  store: AppStore;
  guard: TravelGuard;
  log: ActionLog;
  config: Pick<ClientConfig, 'deployment' | 'version'>;
  /** The trace that `npm run replay` shows. */
  replayed: Trace | null;
}

/** The developer menu. During time travel it shows the position and a button that returns to the present. */
export function DeveloperBar({ store, guard, log, config, replayed }: Props) {
  const lifted = liftedStoreOf(store);
  const { at, last } = usePosition(lifted);
  const isTravelling = useSyncExternalStore(guard.subscribe, guard.isTravelling);
  const [errorText, setErrorText] = useState('');
  const [imported, setImported] = useState(replayed);
  const [isPanelOpen, setPanelOpen] = useState(replayed !== null);
  const file = useRef<HTMLInputElement>(null);

  /** The only way out of an imported session is a reload, because the sagas have not handled its actions. */
  const goLive = () => {
    if (!lifted || guard.isDetached()) return window.location.reload();
    for (const actionId of lifted.getState().skippedActionIds)
      lifted.dispatch({ type: 'TOGGLE_ACTION', id: actionId });
    lifted.dispatch({ type: 'LOCK_CHANGES', status: false });
    lifted.dispatch({ type: 'JUMP_TO_STATE', index: last });
  };
  const importFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (!chosen || !lifted) return;
    try {
      const trace = readTrace(await chosen.text());
      playTrace(lifted, trace);
      setImported(trace);
      setErrorText('');
    } catch (error) {
      setErrorText((error as Error).message);
    }
  };
  return (
    <section className="developer-bar" aria-label="Developer menu">
      {isTravelling && (
        <p role="status">
          Time travel: action {at} of {last}
        </p>
      )}
      {errorText && <p role="alert">{errorText}</p>}
      {isTravelling && (
        <Button variant="primary" onClick={goLive}>
          Go live
        </Button>
      )}
      <Button onClick={() => saveJson(document, 'trellis-trace.json', anonymousTrace(log, originOf(config)))}>
        Save trace
      </Button>
      {lifted && (
        <>
          <Button aria-expanded={isPanelOpen} onClick={() => setPanelOpen(!isPanelOpen)}>
            Cause and effect
          </Button>
          <Button
            onClick={() =>
              saveJson(document, 'trellis-session.json', wholeTrace(lifted, log, originOf(config)))
            }
          >
            Export session
          </Button>
          <Button onClick={() => file.current?.click()}>Import session</Button>
          <input
            ref={file}
            hidden
            type="file"
            accept="application/json"
            aria-label="Session or trace"
            onChange={(event) => void importFile(event)}
          />
          {isPanelOpen && <CausePanel lifted={lifted} log={log} shown={imported} />}
        </>
      )}
    </section>
  );
}
