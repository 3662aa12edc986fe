import type { FastifyReply, FastifyRequest } from 'fastify';
import { withTenant } from '#server/db/withTenant.ts';
import { notPossible } from '#server/http/httpError.ts';
import { type Attempt, insertAttempt } from './attempts.ts';
import { createBrowserCookie } from './browserCookie.ts';
import { SignOnRefused } from './refused.ts';
import { providerOf, type StoredSettings } from './settings.ts';
import { redirectUriOf, type SignOnDeps } from './signOnDeps.ts';

export interface Start extends Pick<Attempt, 'purpose' | 'startedBy' | 'target'> {
  settings: StoredSettings;
  userPoolId: string;
  email: string | null;
  asksAgain: boolean;
}

/** Stores an attempt for this browser and returns the address at the identity provider. */
export function createStartAttempt(deps: SignOnDeps) {
  const cookie = createBrowserCookie(deps);
  return async (request: FastifyRequest, reply: FastifyReply, start: Start): Promise<{ url: string }> => {
    const { settings, userPoolId, email, asksAgain, ...attempt } = start;
    const { tenantId, providerVersion } = settings;
    try {
      const provider = providerOf(settings, deps.secretBox);
      await deps.identityProviders.prepare(provider);
      const redirectUri = redirectUriOf(deps, userPoolId);
      const browser = cookie.ensure(request, reply);
      const secrets = await withTenant(deps.pool, tenantId, (tx) =>
        insertAttempt(tx, { ...attempt, providerVersion, browser, at: deps.now() }),
      );
      const url = await deps.identityProviders.authorizationUrl(provider, {
        redirectUri,
        email,
        asksAgain,
        ...secrets,
      });
      return { url };
    } catch (error) {
      if (!(error instanceof SignOnRefused)) throw error;
      request.log.warn(
        { tenantId, refusal: error.refusal, detail: error.message, technical: error.technical },
        'sign-on could not begin',
      );
      throw notPossible(
        start.purpose === 'test'
          ? `Your identity provider could not be used. ${error.message}`
          : 'Your identity provider could not be reached. Try again in a moment, or ask your administrator.',
      );
    }
  };
}
