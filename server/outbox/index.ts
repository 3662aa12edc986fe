export { type Outbox, retryDelay, startOutbox } from './dispatcher.ts';
export { enqueueNotifications, type NotificationToSend } from './enqueue.ts';
export { hasMailOff, mutedUntilOf } from './notificationSettings.ts';
export { notificationSettingsRoutes } from './notificationSettingsRoutes.ts';
