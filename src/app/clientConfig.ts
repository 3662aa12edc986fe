import { type ClientConfig, clientConfigSchema } from '#contract/operations.ts';

type View = Pick<Window, 'fetch'>;
const known = new WeakMap<View, Promise<ClientConfig | null>>();

/** Which deployment this is and what it is given to report to: the build is the same, only the server can tell. Asked once. */
export function readClientConfig(view: View): Promise<ClientConfig | null> {
  const reading = known.get(view) ?? ask(view);
  known.set(view, reading);
  void reading.then((config) => {
    if (config === null) known.delete(view); // the next who asks tries again
  });
  return reading;
}

async function ask(view: View): Promise<ClientConfig | null> {
  const answer = await view.fetch('/api/config').catch(() => null);
  if (!answer?.ok) return null;
  const config = clientConfigSchema.safeParse(await answer.json().catch(() => null));
  return config.success ? config.data : null;
}
