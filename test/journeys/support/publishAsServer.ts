import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionUser } from '#contract/access/session.ts';
import { notificationChannel } from '#contract/messaging/channels.ts';
import type { NotificationMessage } from '#contract/notifications/notifications.ts';
import { connectPubNub } from '#server/realtime/index.ts';
import { apiAs } from './api.ts';
import type { RunningServer } from './startServer.ts';

interface Secrets {
  messaging: { publishKey: string; subscribeKey: string; secretKey: string };
}
let sent = 0;

/** Publishes notifications like the server. Call `stop` at the end. */
export function publishAsServer({ dataDirectory, messagingUrl }: RunningServer) {
  const file = join(dataDirectory, 'data', 'secrets.json');
  const { messaging } = JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  const realtime = connectPubNub({ ...messaging, origin: new URL(messagingUrl).host, ssl: false });
  return {
    /** `message` may break the contract on purpose. */
    publish: (to: SessionUser, message: unknown, id = `story-row-${++sent}`) =>
      realtime.publish(notificationChannel(to.tenantId, to.userId), message as NotificationMessage, { id }),
    stop: () => realtime.stop(),
  };
}

export const sessionOf = async (url: string, email: string) =>
  (await (await apiAs(url, email)).get<SessionUser>('/api/session')).body;
