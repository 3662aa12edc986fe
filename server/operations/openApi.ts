import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { docsPolicy } from '#server/http/securityHeaders.ts';

/** Must run before the routes are added, because it collects their schemas. */
export async function registerOpenApi(app: FastifyInstance, version: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trellis',
        version,
        description:
          'Coaching and learning for organisations. Send the id token that sign-in returns in the `authorization` header. ' +
          'Every error response is a problem with `code`, `message`, `requestId` and, for invalid values, `fields`.',
      },
      components: { securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ idToken: [] }],
    },
    transform: jsonSchemaTransform,
  });
}

/** The OpenAPI document and its page. */
export async function serveDocs(app: FastifyInstance) {
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: Object.entries(docsPolicy)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
  });
}
