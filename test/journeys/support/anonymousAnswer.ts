import { RSABSSA } from '@cloudflare/blindrsa-ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import type { apiAs } from './api.ts';

const suite = RSABSSA.SHA384.PSS.Randomized();
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

/** Answers an anonymous survey as a browser does: a blind-signed ticket, and a response without an account. */
export async function answerAnonymously(
  url: string,
  person: Awaited<ReturnType<typeof apiAs>>,
  surveyId: string,
  answers: Record<string, unknown>,
): Promise<number> {
  const path = `/api/surveys/${surveyId}`;
  const { body } = await person.get<Participation>(`${path}/participation`);
  const algorithm = { name: 'RSA-PSS', hash: 'SHA-384' };
  const key = await crypto.subtle.importKey('spki', toBytes(body.ticketKey ?? ''), algorithm, true, [
    'verify',
  ]);
  const message = suite.prepare(crypto.getRandomValues(new Uint8Array(32)));
  const { blindedMsg, inv } = await suite.blind(key, message);
  const signed = await person.post<{ signature: string }>(`${path}/tickets`, { blinded: toText(blindedMsg) });
  const signature = await suite.finalize(key, message, toBytes(signed.body.signature), inv);
  const tenantId = tenantOf(person.idToken);
  const response = await fetch(`${url}${path}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      answers,
      ticket: { tenantId, message: toText(message), signature: toText(signature) },
    }),
  });
  return response.status;
}

/** The organisation is a claim of the id token. */
const tenantOf = (idToken: string): number => {
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    tenant: number;
  };
  return claims.tenant;
};
