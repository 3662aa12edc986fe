import { connect as connectTls } from 'node:tls';
import type { Config } from '#server/config.ts';
import { testSmtp } from '#server/mail/index.ts';
import { connectPubNub } from '#server/realtime/index.ts';
import { clockFinding, type Finding, ok, problem, warning } from './finding.ts';

const WITHIN_MS = 10_000;
const DAY_MS = 86_400_000;
/** Certificates of public authorities are renewed about 30 days before they end. */
const RENEW_DAYS = 14;

/** Signs in to the mail server. Sends nothing. */
export async function checkMail({ mail, isLocal, dataDir }: Config): Promise<Finding> {
  if (mail.smtpUrl === null) {
    const text = `written to files in ${dataDir}/mail, not sent`;
    return isLocal
      ? ok('mail', text)
      : warning('mail', text, 'Set SMTP_URL, so that invitations, links and reminders reach people.');
  }
  try {
    await testSmtp(mail.smtpUrl);
    return ok('mail', `${new URL(mail.smtpUrl).hostname} accepts mail`);
  } catch (error) {
    return problem(
      'mail',
      `${new URL(mail.smtpUrl).hostname}: ${(error as Error).message}`,
      'Correct host, port, user and password in SMTP_URL, and allow the connection in your firewall.',
    );
  }
}

/** Calls the messaging service with the secret key. */
export async function checkMessaging({ pubnub }: Config): Promise<Finding[]> {
  const part = 'messaging';
  if (pubnub === null) return [ok(part, 'part of this server')];
  const host = pubnub.origin ?? 'ps.pndsn.com';
  const service = connectPubNub(pubnub);
  try {
    const sentAt = Date.now();
    const response = await fetch(`${pubnub.ssl ? 'https' : 'http'}://${host}/time/0`, {
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const answeredAt = Date.now();
    /** A timetoken is in units of 100 ns. */
    const [timetoken] = (await response.json()) as [number];
    const clock = clockFinding(host, timetoken / 10_000, sentAt, answeredAt);
    try {
      await service.membership('doctor', 'doctor');
      return [ok(part, `${host} accepts the keys`), clock];
    } catch (error) {
      return [
        problem(
          part,
          `${host} refused a call with the secret key: ${(error as Error).message}`,
          'Compare the 3 PubNub keys with the keys of the service.',
        ),
        clock,
      ];
    }
  } catch (error) {
    return [
      problem(
        part,
        `${host} cannot be reached: ${reasonOf(error)}`,
        'Start the messaging service, or correct PUBNUB_ORIGIN and PUBNUB_SSL.',
      ),
    ];
  } finally {
    service.stop();
  }
}

/** The certificates of the addresses that people use. */
export const checkCertificates = ({ publicUrl, packages, isLocal }: Config): Promise<Finding[]> =>
  Promise.all(
    [publicUrl, ...(packages.origin === null ? [] : [packages.origin])].map((url) =>
      certificate(new URL(url), isLocal),
    ),
  );

async function certificate({ protocol, hostname, port, host }: URL, isLocal: boolean): Promise<Finding> {
  const part = 'certificate';
  if (protocol === 'http:') {
    const text = `${host} is used without TLS`;
    return isLocal
      ? ok(part, text)
      : problem(part, text, 'Use an https address: browsers allow the camera and passkeys only there.');
  }
  try {
    const { validTo, error } = await peerCertificate(hostname, Number(port || 443));
    if (error)
      return problem(
        part,
        `the certificate of ${host} is not trusted: ${error}`,
        'Install a certificate for this host name. For your own authority, set NODE_EXTRA_CA_CERTS.',
      );
    const days = Math.floor((validTo - Date.now()) / DAY_MS);
    const text = `the certificate of ${host} is valid for ${days} more days`;
    return days >= RENEW_DAYS
      ? ok(part, text)
      : warning(part, text, 'Renew it, and check why it was not renewed automatically.');
  } catch (error) {
    return warning(
      part,
      `${host} cannot be reached from this machine: ${reasonOf(error)}`,
      'Start the reverse proxy and check DNS. If this machine may not reach the address, ignore this.',
    );
  }
}

/** The end of the certificate's validity and, if it is not trusted, the reason. */
const peerCertificate = (host: string, port: number) =>
  new Promise<{ validTo: number; error: string | null }>((resolve, reject) => {
    const socket = connectTls({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { valid_to } = socket.getPeerCertificate();
      const { authorizationError } = socket;
      resolve({
        validTo: Date.parse(valid_to),
        error: socket.authorized ? null : (authorizationError?.toString() ?? 'unknown reason'),
      });
      socket.end();
    });
    socket.setTimeout(WITHIN_MS, () => socket.destroy(new Error(`no answer within ${WITHIN_MS / 1_000} s`)));
    socket.on('error', reject);
  });

/** `fetch` puts the reason into the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
}
