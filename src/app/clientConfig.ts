import { type ClientConfig, clientConfigSchema } from '#contract/operations.ts';

let reading: Promise<ClientConfig | null> | null = null;

/** Which deployment this is and what it is given to report to: the build is the same, only the server can tell. Asked once. */
export function readClientConfig(view: Pick<Window, 'fetch'>): Promise<ClientConfig | null> {
  reading ??= ask(view).then((config) => {
    if (config === null) reading = null; // the next who asks tries again
    return config;
  });
  return reading;
}

async function ask(view: Pick<Window, 'fetch'>): Promise<ClientConfig | null> {
  const answer = await view.fetch('/api/config').catch(() => null);
  if (!answer?.ok) return null;
  const config = clientConfigSchema.safeParse(await answer.json().catch(() => null));
  return config.success ? config.data : null;
}
