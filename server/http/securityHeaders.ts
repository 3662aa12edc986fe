import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export interface SecuritySettings {
  /** `http://localhost:4001`: where the messaging service answers, and nothing else may be called. */
  messagingOrigins: string[];
  isHttps: boolean;
  /** Where errors are reported to and the analytics agent comes from, if anywhere. */
  reportsOrigin: string | null;
  analyticsOrigin: string | null;
}

/** The names of the client's Trusted Types policies: the only places that may make markup or a script's address. */
const TRUSTED_TYPES = ['trellis#webpack', 'trellis#analytics', 'dompurify'];

export async function setSecurityHeaders(app: FastifyInstance, settings: SecuritySettings) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy(settings) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: settings.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api') || request.url.startsWith('/.well-known'))
      reply.header('cache-control', 'no-store');
  });
}

const given = (origin: string | null) => (origin === null ? [] : [origin]);

export const policy = ({
  messagingOrigins,
  reportsOrigin,
  analyticsOrigin,
}: Omit<SecuritySettings, 'isHttps'>) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...given(analyticsOrigin)],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", ...messagingOrigins, ...given(reportsOrigin), ...given(analyticsOrigin)],
  // The messaging SDK opens a hidden about:blank frame, which this directive does not concern.
  'frame-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': TRUSTED_TYPES,
});

/** The pages of the interface's document bring styles of their own into their elements. */
export const docsPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};
