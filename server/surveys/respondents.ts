import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The author of a response, as a code that is stored instead of the user id. The code is computed from the user id with
 * a key derived from the secrets of the installation. So people find their own response, but the database alone
 * identifies no one. Only participation and the jobs for personal data use it (decision 0062).
 */
export function createRespondentCodes(installationKey: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', installationKey, '', 'respondents of surveys', 32));
  return ({ tenantId, surveyId, userId }: { tenantId: number; surveyId: string; userId: number }): Buffer =>
    createHmac('sha256', key).update(`${tenantId}/${surveyId}/${userId}`).digest();
}
export type RespondentCodes = ReturnType<typeof createRespondentCodes>;
