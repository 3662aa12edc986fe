import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { docsPolicy } from '../http/securityHeaders.ts';

/** Before the routes: it listens to them being added. */
export async function describeRoutes(app: FastifyInstance, version: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Trellis',
        version,
        description:
          'Coaching and learning for organisations. The `authorization` header holds the id token that signing in answers; ' +
          'every answer that is no success has the body of a problem: `code`, `message`, `requestId` and, where something can be mended, `fields`.',
      },
      components: { securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ idToken: [] }],
    },
    transform: jsonSchemaTransform,
  });
}

/** The document for machines and the page for people. */
export async function serveDocs(app: FastifyInstance) {
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: Object.entries(docsPolicy)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
  });
}
