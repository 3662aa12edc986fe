/**
 * The signed-in person who makes a request. Repositories require it, so that a query without a tenant does not compile.
 */
export interface Viewer {
  userId: number;
  tenantId: number;
  sessionId: string;
  isAdmin: boolean;
  mayAuthor: boolean;
  timeZone: string;
  /** The locale of the profile, or the language of the calling browser. */
  locale: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer;
  }
}
