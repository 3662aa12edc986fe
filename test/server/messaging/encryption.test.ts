import PubNub from 'pubnub';
import { keys, startService, subscribed, type TestService, until } from './service.ts';

describe('encrypted messages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  const cryptoModule = (cipherKey: string) => PubNub.CryptoModule.aesCbcCryptoModule({ cipherKey });

  it('are delivered unchanged, readable with the key and unreadable for the service', async () => {
    const ada = service.client({ userId: 'ada', cryptoModule: cryptoModule('enigma') });
    const ben = service.client({ userId: 'ben', cryptoModule: cryptoModule('enigma') });
    const recorder = await subscribed(ben, ['encrypted']);
    await ada.publish({ channel: 'encrypted', message: { text: 'Only for Ben ä' } });
    await until(() => recorder.messages.length === 1);
    expect(recorder.messages[0]?.message).toEqual({ text: 'Only for Ben ä' });
    const { channels } = await ben.fetchMessages({ channels: ['encrypted'] });
    expect(channels.encrypted?.[0]?.message).toEqual({ text: 'Only for Ben ä' });
    const stored = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/encrypted`);
    expect(stored.body).toMatchObject({
      channels: { encrypted: [{ message: expect.stringMatching(/^UE5FRA/) }] },
    });
    expect(JSON.stringify(stored.body)).not.toContain('Ben');
  });

  it('are delivered with an error if they cannot be decrypted, and the next message is readable', async () => {
    const ben = service.client({ userId: 'ben', cryptoModule: cryptoModule('enigma') });
    const recorder = await subscribed(ben, ['mixed']);
    // The id of an unknown cryptor instead of `ACRH`.
    await service.client().publish({ channel: 'mixed', message: 'UE5FRAFaWlpaEKvyHD2WyXYmMzPKGT0EWeM=' });
    await service
      .client({ cryptoModule: cryptoModule('enigma') })
      .publish({ channel: 'mixed', message: 'fine' });
    await until(() => recorder.messages.length === 2);
    expect(recorder.messages[0]).toMatchObject({ error: expect.stringContaining('Unknown cryptor') });
    expect(recorder.messages[1]).toMatchObject({ message: 'fine' });
  });

  it.each([
    ['empty content', () => cryptoModule('k').encrypt(''), /empty content/],
    [
      'an unknown version',
      () => cryptoModule('k').decrypt('UE5FRAJBQ1JIEKvyHD2WyXYmMzPKGT0EWeM='),
      /cryptor/,
    ],
    ['a truncated header', () => cryptoModule('k').decrypt('UE5FRA=='), /header/],
  ])('are rejected by the crypto module for %s', (_, act, message) => {
    expect(act).toThrow(message);
  });
});
