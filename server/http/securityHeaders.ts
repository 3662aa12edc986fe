import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export interface SecuritySettings {
  /** Origins of the messaging service, such as `http://localhost:4001`. */
  messagingOrigins: string[];
  /** Origins of learning packages, which run in frames, and of step videos. */
  packageOrigins: string[];
  isHttps: boolean;
  /** Origins of the error reporting service and of the analytics script, if configured. */
  reportsOrigin: string | null;
  analyticsOrigin: string | null;
}

/** The client's Trusted Types policies. Only they may create markup or script URLs. */
const TRUSTED_TYPES = [
  'trellis#webpack',
  'trellis#analytics',
  'trellis#service-worker',
  'dompurify',
  'ProseMirrorClipboard',
];

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

const listOf = (origin: string | null) => (origin === null ? [] : [origin]);

export const policy = ({
  messagingOrigins,
  packageOrigins,
  reportsOrigin,
  analyticsOrigin,
}: Omit<SecuritySettings, 'isHttps'>) => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...listOf(analyticsOrigin)],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'media-src': packageOrigins,
  'connect-src': ["'self'", ...messagingOrigins, ...listOf(reportsOrigin), ...listOf(analyticsOrigin)],
  // The messaging SDK opens a hidden about:blank frame, to which this directive does not apply.
  'frame-src': ["'self'", ...packageOrigins],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': TRUSTED_TYPES,
});

/** A policy for `/api/docs`, which uses inline styles. */
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
