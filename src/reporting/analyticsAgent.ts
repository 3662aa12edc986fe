import type { AnalyticsIdentity } from '#contract/administration/analytics.ts';
import type { AnalyticsPort } from '#store/ports/analytics.ts';
import type { OutboundLog } from './outboundLog.ts';

/** The global object that the analytics script adds to the page. */
interface Agent {
  initialize(identity: AnalyticsIdentity): void;
  identify(identity: AnalyticsIdentity): void;
  track(name: string, properties: object): void;
  clearSession?(): void;
}
type View = Window & typeof globalThis & { pendo?: Agent };
interface Policy {
  createScriptURL(url: string): string;
}
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy;
}

/** Trusted Types allow script URLs only from a named policy. */
const policyOf = (view: View): Policy =>
  (view as unknown as { trustedTypes?: Policies }).trustedTypes?.createPolicy('trellis#analytics', {
    createScriptURL: (url) => url,
  }) ?? { createScriptURL: (url) => url };

export function createAnalyticsAgent(view: View, outboundLog: OutboundLog): AnalyticsPort {
  let loading: Promise<boolean> | null = null;
  let agent: Agent | null = null;

  const insert = (scriptUrl: string) =>
    new Promise<boolean>((resolve) => {
      const script = view.document.createElement('script');
      script.src = policyOf(view).createScriptURL(scriptUrl);
      script.async = true;
      script.addEventListener('load', () => resolve(view.pendo !== undefined));
      script.addEventListener('error', () => resolve(false));
      view.document.head.append(script);
    });

  return {
    async load(scriptUrl, identity) {
      const isLoaded = loading !== null;
      loading ??= insert(scriptUrl);
      if (!(await loading) || !view.pendo) {
        view.console.warn('The analytics script could not be loaded. Trellis works without it.');
        return false;
      }
      agent = view.pendo;
      outboundLog.add('analytics', identity);
      if (isLoaded) agent.identify(identity);
      else agent.initialize(identity);
      return true;
    },
    track({ name, properties }) {
      if (!agent) return;
      outboundLog.add('analytics', { name, properties });
      agent.track(name, properties);
    },
    forget() {
      agent?.clearSession?.();
      agent = null;
    },
  };
}
