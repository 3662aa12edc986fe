import { Webhook } from 'standardwebhooks';
import { fetchFailure } from '#server/http/fetchFailure.ts';

const TIMEOUT_MS = 10_000;

export type SendRequest = (
  address: string,
  options: { method: string; headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<Response>;

export interface Outcome {
  isDelivered: boolean;
  status: number | null;
  failure: string | null;
  durationMs: number;
}

interface Message {
  url: string;
  messageId: string;
  body: string;
  /** The current secret, and the previous one during a rotation. */
  secrets: readonly string[];
  at: Date;
}

/** Sends a signed message (Standard Webhooks). The response body is never kept or shown. */
export async function sendMessage(
  fetch: SendRequest,
  { url, messageId, body, secrets, at }: Message,
  signal: AbortSignal,
): Promise<Outcome> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Trellis-Webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' '),
  };
  const started = performance.now();
  const outcome = (status: number | null, failure: string | null): Outcome => ({
    isDelivered: status !== null && status >= 200 && status < 300,
    status,
    failure,
    durationMs: Math.round(performance.now() - started),
  });
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.any([signal, timeout]),
    });
    return outcome(status, null);
  } catch (error) {
    if (signal.aborted) throw error;
    return outcome(null, fetchFailure(error, timeout));
  }
}
