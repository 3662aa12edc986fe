export { type Outbox, startOutbox, waitAfter } from './dispatcher.ts';
export { enqueueNotifications, type NotificationToSend } from './enqueue.ts';
