import type { SessionUser } from '#contract/access/session.ts';

/** The key of a user's pending messages in this browser. */
export const outboxOwner = ({ tenantId, userId }: Pick<SessionUser, 'tenantId' | 'userId'>) =>
  `T${tenantId}_U${userId}`;
