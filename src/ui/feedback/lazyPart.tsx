import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#src/ui/controls/Button.tsx';
import './toast.css';

/**
 * A part of the page whose code is loaded when it is first shown. If the code cannot be loaded, the rest of the page stays, which
 * `lazy` does not ensure. The code is requested again when the browser is online again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  /** Shown until the code has loaded. */
  fallback?: (props: Props) => ReactNode,
) {
  let loaded: ComponentType<Props> | null = null;
  const request = async () => {
    loaded = (await load()).default;
  };
  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (Loaded) return undefined;
      let isShown = true;
      const attempt = () =>
        void request().then(
          () => isShown && setLoaded(() => loaded),
          () => isShown && setHasFailed(true),
        );
      attempt();
      window.addEventListener('online', attempt);
      return () => {
        isShown = false;
        window.removeEventListener('online', attempt);
      };
    }, [Loaded]);
    if (Loaded) return <Loaded {...props} />;
    if (fallback) return fallback(props);
    return hasFailed ? createPortal(<NotLoaded />, document.body) : null;
  }
  const preload = () => void request().catch(() => undefined);
  return Object.assign(Part, { preload });
}

const NotLoaded = () => (
  <div className="toast" role="alert">
    {navigator.onLine ? (
      <>
        <p>This part of the page could not be loaded. Reload the page to continue.</p>
        <Button variant="link" small onClick={() => window.location.reload()}>
          Reload page
        </Button>
      </>
    ) : (
      <p>You are offline. This part of the page opens when you are back online.</p>
    )}
  </div>
);
