export { type Outbox, retryDelay, startOutbox } from './dispatcher.ts';
export { enqueueNotifications, type NotificationToSend } from './enqueue.ts';
