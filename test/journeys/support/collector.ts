import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';

interface Item {
  type: string;
  payload: Record<string, unknown>;
}

/** A minimal Sentry server that records envelopes, and an analytics script that records its calls. */
export async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    if (request.url?.startsWith('/agent.js')) {
      response.setHeader('content-type', 'text/javascript');
      response.end(AGENT);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (body.length > 0)
        bodies.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString());
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    scriptUrl: `http://127.0.0.1:${port}/agent.js`,
    /** The unchanged request bodies. */
    bodies,
    items: (wanted: string): Item['payload'][] =>
      bodies
        .flatMap(itemsOf)
        .filter(({ type }) => type === wanted)
        .map(({ payload }) => payload),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Overrides the deployment in the configuration, because a local deployment reports nothing. */
export async function asDeployment(target: Page | BrowserContext, deployment: string) {
  await target.route('**/api/config', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), deployment } });
  });
}

/** Throws an uncaught error in the page. */
export const throwIn = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new TypeError(text);
    });
  }, message);

/** An envelope has a header line, then a header line and a payload line for each item. */
function itemsOf(envelope: string): Item[] {
  const [, ...lines] = envelope.split('\n');
  const items: Item[] = [];
  for (let index = 0; index + 1 < lines.length; index += 2)
    try {
      const { type } = JSON.parse(lines[index] ?? '') as { type: string };
      items.push({ type, payload: JSON.parse(lines[index + 1] ?? '') as Item['payload'] });
    } catch {
      // Not an envelope; ignored.
    }
  return items;
}

const AGENT = `window.agentCalls = [];
window.pendo = {
  initialize: (identity) => window.agentCalls.push(['initialize', identity]),
  identify: (identity) => window.agentCalls.push(['identify', identity]),
  track: (name, properties) => window.agentCalls.push([name, properties]),
};`;
