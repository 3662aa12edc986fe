import { callerOf } from '#server/http/caller.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

const PER_MINUTE = 600;
const get = (ip: string, token?: string) =>
  api.call('GET', '/api/session', {
    headers: { 'x-forwarded-for': ip, ...(token !== undefined && { authorization: token }) },
  });

it('limits calls without a valid token by address, but not the people at that address', async () => {
  const org = await api.organisation();
  const { token } = await api.as(org, org.learner);
  const codes = new Map<number, number>();
  for (let count = 0; count < PER_MINUTE + 20; count += 1) {
    const { status } = await get('203.0.113.1', count % 2 ? 'forged' : undefined);
    codes.set(status, (codes.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(codes)).toEqual({ 401: PER_MINUTE, 429: 20 });
  const refused = await get('203.0.113.1');
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await get('203.0.113.2')).status).toBe(401);
  api.clock.pass(60_000);
  expect((await get('203.0.113.1')).status).toBe(401);

  for (let count = 0; count < PER_MINUTE + 20; count += 1)
    expect((await get('203.0.113.3', token)).status).toBe(200);
  expect((await get('203.0.113.3')).status).toBe(401);
});

it('counts the addresses of one IPv6 network as one', () => {
  expect(callerOf('192.0.2.7')).toBe('192.0.2.7');
  expect(callerOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(callerOf('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64');
  expect(callerOf('2001:DB8::1:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1::/64');
  expect(callerOf('2001:0db8:0000:0002:0:0:0:9')).toBe('2001:db8:0:2::/64');
  expect(callerOf('::1')).toBe('0:0:0:0::/64');
});
