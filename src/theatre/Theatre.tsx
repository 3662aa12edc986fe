import { useSyncExternalStore } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { LogoMark } from '#src/ui/display/LogoMark.tsx';
import { labelOf, sideOrigin } from '#store/devtools/theatre.ts';
import type { Side } from '#store/devtools/timeline.ts';
import type { Theatre as TheatreConnection } from './createTheatre.ts';
import type { Tour } from './createTour.ts';
import { Details } from './Details.tsx';
import { scenes } from './scenes.ts';
import { TimelinePicture } from './TimelinePicture.tsx';
import './theatre.css';

interface Props {
  theatre: TheatreConnection;
  tour: Tour;
  sides: readonly Side[];
}

/** Two copies of the application, the timeline of both, and the tour. */
export function Theatre({ theatre, tour, sides }: Props) {
  const state = useSyncExternalStore(theatre.subscribe, theatre.read);
  const { people, timeline, position } = state;
  const { entries } = timeline;
  const last = Math.max(0, entries.length - 1);
  const at = position ?? last;
  const shown = entries[at];
  const move = (to: number | null) => {
    tour.moved();
    theatre.show(to);
  };
  return (
    <div className="theatre">
      <TourBar tour={tour} isReady={sides.every((side) => people[side])} hasTimeline={entries.length > 1} />
      <main className="theatre-stage">
        {sides.map((side) => (
          <section key={side} className="theatre-side" data-side={side} aria-labelledby={`${side}-title`}>
            <h2 id={`${side}-title`}>
              {labelOf(side)}
              <span className="theatre-name">{people[side]?.name}</span>
            </h2>
            <iframe
              id={side}
              title={`Trellis of the ${side}`}
              src={`${sideOrigin(window.location.origin, side)}/enter`}
            />
          </section>
        ))}
      </main>
      <section className="theatre-timeline" aria-labelledby="timeline-title">
        <div className="theatre-position">
          <h2 id="timeline-title">Timeline</h2>
          <p role="status">
            {position === null ? `Live, ${entries.length} actions` : `Action ${at + 1} of ${entries.length}`}
          </p>
          <Button small disabled={position === null} onClick={() => move(null)}>
            Go live
          </Button>
        </div>
        <TimelinePicture timeline={timeline} at={at} sides={sides} />
        <input
          type="range"
          aria-label="Position in the timeline"
          aria-valuetext={shown ? `${labelOf(shown.side)}, ${shown.name}` : 'No action yet'}
          min={0}
          max={last}
          value={at}
          onChange={({ currentTarget }) => move(Number(currentTarget.value))}
        />
        <Details state={state} at={at} onMove={move} />
      </section>
    </div>
  );
}

const STATUS: Record<string, string> = {
  ready: 'A tour of 90 seconds with a message, a completed topic and three things that usually go unseen.',
  finished: 'The tour is finished. Move the slider, or replay what was recorded.',
  replaying: 'Replay of the recording. Neither side sends a request.',
};

function TourBar({ tour, isReady, hasTimeline }: { tour: Tour; isReady: boolean; hasTimeline: boolean }) {
  const { phase, scene, problem } = useSyncExternalStore(tour.subscribe, tour.read);
  const current = scenes[scene];
  const isOn = phase === 'playing' || phase === 'paused';
  return (
    <header className="theatre-bar">
      <LogoMark />
      <h1>Two people, one timeline</h1>
      <ol className="theatre-scenes" aria-label="Scenes of the tour">
        {scenes.map(({ title }, index) => (
          <li
            key={title}
            aria-current={isOn && index === scene ? 'step' : undefined}
            data-done={index < scene || phase === 'finished' || undefined}
          >
            {title}
          </li>
        ))}
      </ol>
      <p role="status" className="theatre-caption">
        {phase === 'failed' ? `The tour has stopped. ${problem}` : isOn ? current?.caption : STATUS[phase]}
      </p>
      <div className="theatre-buttons">
        {phase === 'playing' || phase === 'replaying' ? (
          <Button variant="primary" onClick={tour.pause}>
            Pause
          </Button>
        ) : phase === 'finished' || phase === 'failed' ? null : (
          <Button variant="primary" disabled={!isReady} onClick={tour.play}>
            {phase === 'paused' ? 'Continue tour' : 'Play tour'}
          </Button>
        )}
        {!isOn && phase !== 'replaying' && (
          <Button
            variant={phase === 'finished' ? 'primary' : 'outlined'}
            disabled={!hasTimeline}
            onClick={tour.replay}
          >
            Replay
          </Button>
        )}
      </div>
    </header>
  );
}
