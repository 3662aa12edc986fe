export { webhookCleanUp } from './cleanUp.ts';
export { attemptDelivery } from './deliver.ts';
export { changeEndpoint, createEndpoint } from './endpoints.ts';
export { eventsOf } from './eventsOf.ts';
export { createPublishEvents, type PublishEvents } from './publish.ts';
export { webhooksRoutes } from './webhooksRoutes.ts';
