import { connect } from '@nats-io/transport-node';
import type { Config } from '#server/config.ts';
import { natsAddress } from '#server/messaging/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const WITHIN_MS = 10_000;

/** Connects to NATS and sends a message to itself. */
export async function checkNats({ natsUrl, pubnub, databaseUrl }: Config): Promise<Finding[]> {
  const part = 'NATS';
  if (natsUrl === null) return [];
  const { host } = new URL(natsUrl);
  try {
    const connection = await connect({ ...natsAddress(natsUrl), timeout: WITHIN_MS, reconnect: false });
    try {
      // A server that requires a login or lacks a permission refuses this.
      const subject = 'trellis.messaging.doctor';
      const subscription = connection.subscribe(subject, { max: 1 });
      connection.publish(subject);
      for await (const _ of subscription) break;
    } finally {
      await connection.close();
    }
    const isUsed = pubnub === null && databaseUrl !== null;
    const text = `${host} accepts messages`;
    return [
      isUsed
        ? ok(part, text)
        : warning(
            part,
            `${text}, but this process does not use it`,
            'Set NATS_URL for the messaging processes, which use PostgreSQL and NATS.',
          ),
    ];
  } catch (error) {
    return [
      problem(
        part,
        `${host} cannot be used: ${(error as Error).message}`,
        'Start NATS, or correct NATS_URL. Until then, messaging processes notify each other through PostgreSQL.',
      ),
    ];
  }
}
