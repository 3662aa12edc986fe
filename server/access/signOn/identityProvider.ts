import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { AddressRefused, createPublicFetch } from '#server/http/publicFetch.ts';
import { SignOnRefused } from './refused.ts';

export interface ProviderSettings {
  tenantId: number;
  issuer: string;
  clientId: string;
  clientSecret: string;
  providerVersion: number;
}

export type Claims = Record<string, unknown> & { iss: string; sub: string };

const TIMEOUT_SECONDS = 10;
/** How long the metadata and keys of a provider are cached. */
const CACHE_MS = 10 * 60_000;
const SCOPES = ['openid', 'email', 'profile'];

/** The identity providers of all organisations. `allowsLocal` permits http and private addresses. */
export function createIdentityProviders({ allowsLocal, now }: { allowsLocal: boolean; now: () => Date }) {
  const fetch = createPublicFetch({ allowsLocal }) as CustomFetch;
  const cache = new Map<string, { configuration: Promise<Configuration>; until: number }>();

  async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
    const found = await discovery(new URL(issuer), clientId, undefined, undefined, {
      [customFetch]: fetch,
      timeout: TIMEOUT_SECONDS,
      ...(allowsLocal && { execute: [allowInsecureRequests] }),
    });
    const server = found.serverMetadata();
    const endpoint = server.authorization_endpoint;
    if (!endpoint || !URL.canParse(endpoint) || !(allowsLocal ? /^https?:/ : /^https:/).test(endpoint))
      throw new SignOnRefused('provider', 'The provider has no sign-in address that starts with https://.');
    // Without this list, a provider supports only the basic method.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const usesBasic = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
    const configuration = new Configuration(
      server,
      clientId,
      clientSecret,
      (usesBasic ? ClientSecretBasic : ClientSecretPost)(clientSecret),
    );
    configuration[customFetch] = fetch;
    configuration.timeout = TIMEOUT_SECONDS;
    enableNonRepudiationChecks(configuration); // checks the signature of id tokens
    if (allowsLocal) allowInsecureRequests(configuration);
    return configuration;
  }

  function configurationOf(settings: ProviderSettings): Promise<Configuration> {
    const key = `${settings.tenantId}.${settings.providerVersion}`;
    const at = now().getTime();
    const cached = cache.get(key);
    if (cached && cached.until > at) return cached.configuration;
    for (const [other, { until }] of cache) if (until <= at) cache.delete(other);
    const configuration = discover(settings).catch((error: unknown) => {
      cache.delete(key);
      throw discoveryRefusalOf(error, settings.issuer);
    });
    cache.set(key, { configuration, until: at + CACHE_MS });
    return configuration;
  }

  return {
    /** Reads the provider's metadata, which the other calls use. Call it before a transaction. */
    async prepare(settings: ProviderSettings): Promise<void> {
      await configurationOf(settings);
    },

    /** The address that the browser opens. */
    async authorizationUrl(
      settings: ProviderSettings,
      request: {
        redirectUri: string;
        state: string;
        nonce: string;
        verifier: string;
        email: string | null;
        asksAgain: boolean;
      },
    ): Promise<string> {
      const configuration = await configurationOf(settings);
      const { scopes_supported: supported } = configuration.serverMetadata();
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: request.redirectUri,
        // Some providers send groups only on request. Others refuse unknown scopes.
        scope: [...SCOPES, ...(supported?.includes('groups') ? ['groups'] : [])].join(' '),
        state: request.state,
        nonce: request.nonce,
        code_challenge: await calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
        ...(request.email && { login_hint: request.email }),
        ...(request.asksAgain && { prompt: 'login' }),
      });
      return url.href;
    },

    /** Exchanges the code of a callback for the verified claims of the person. */
    async claimsOf(
      settings: ProviderSettings,
      callback: URL,
      expected: { state: string; nonce: string; verifier: string },
    ): Promise<Claims> {
      const configuration = await configurationOf(settings);
      try {
        const tokens = await authorizationCodeGrant(configuration, callback, {
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          pkceCodeVerifier: expected.verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new SignOnRefused('token', 'The provider sent no id token.');
        if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
        // Some providers send only the subject in the id token.
        return { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
      } catch (error) {
        const { token_endpoint: called } = configuration.serverMetadata();
        throw refusalOf(error, called ?? settings.issuer);
      }
    },
  };
}
export type IdentityProviders = ReturnType<typeof createIdentityProviders>;

/** Error codes of the library for invalid responses. */
const TOKEN_CODES = new Set([
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** The provider did not respond as one. The administrator can check the issuer URL. */
function discoveryRefusalOf(error: unknown, issuer: string): SignOnRefused {
  if (error instanceof SignOnRefused) return error;
  const { code = '' } = error as { code?: string };
  const refused = refusalOf(error, issuer);
  const detail = NO_METADATA.has(code)
    ? `${hostOf(issuer)} did not respond as an identity provider with OpenID Connect.`
    : code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
      ? `${hostOf(issuer)} responded with another issuer.`
      : refused.message;
  return new SignOnRefused(
    refused.refusal,
    `${detail} Check the issuer URL.`,
    refused.technical ?? refused.message,
  );
}
const NO_METADATA = new Set([
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_PARSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
]);

function refusalOf(error: unknown, called: string): SignOnRefused {
  if (error instanceof SignOnRefused) return error;
  const { code = '', message, error: answer, cause } = error as Error & { code?: string; error?: string };
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return new SignOnRefused('denied', `The provider answered with the error ${short(answer)}.`);
  if (code === 'OAUTH_RESPONSE_BODY_ERROR')
    return new SignOnRefused('provider', `The provider refused the request with the error ${short(answer)}.`);
  // An error without a code: there was no response.
  if (code === '' && isError(cause))
    return new SignOnRefused('provider', noResponse(cause, hostOf(called)), short(cause.message));
  const { claim, expected, attribute, actual } = (cause ?? {}) as Record<string, unknown>;
  const details = [
    short(message),
    typeof (claim ?? attribute) === 'string' && `Checked: ${short(claim ?? attribute)}.`,
    expected !== undefined && claim !== 'nonce' && `Expected: ${short(expected)}.`,
    actual !== undefined && `Received: ${short(actual)}.`,
    isError(cause) && short(cause.message),
  ];
  return new SignOnRefused(TOKEN_CODES.has(code) ? 'token' : 'provider', details.filter(Boolean).join(' '));
}

interface Failure {
  message: string;
  code?: string;
}
const isError = (cause: unknown): cause is Failure => typeof (cause as Failure | null)?.message === 'string';

/** Why a server could not be called, for an administrator. */
function noResponse(cause: Failure, host: string): string {
  const { code = '' } = cause;
  if (cause instanceof AddressRefused) return `${host} is not a public server with https.`;
  if (code === 'ENOTFOUND') return `There is no server with the name ${host}.`;
  if (/CERT|TLS|SIGNATURE/.test(code)) return `The certificate of ${host} is not valid.`;
  return `${host} did not respond.`;
}
const hostOf = (address: string) => short(new URL(address).host);

const short = (value: unknown) => String(value).slice(0, 200);
