import PubNub from 'pubnub';
import { keys, startService, subscribed, type TestService, until } from './service.ts';

describe('encrypted messages', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  const cryptoModule = (cipherKey: string) => PubNub.CryptoModule.aesCbcCryptoModule({ cipherKey });

  it('pass through untouched: read by those who hold the key, opaque to the service', async () => {
    const ada = service.client({ userId: 'ada', cryptoModule: cryptoModule('enigma') });
    const ben = service.client({ userId: 'ben', cryptoModule: cryptoModule('enigma') });
    const ear = await subscribed(ben, ['sealed']);
    await ada.publish({ channel: 'sealed', message: { text: 'Only for Ben ä' } });
    await until(() => ear.messages.length === 1);
    expect(ear.messages[0]?.message).toEqual({ text: 'Only for Ben ä' });
    const { channels } = await ben.fetchMessages({ channels: ['sealed'] });
    expect(channels.sealed?.[0]?.message).toEqual({ text: 'Only for Ben ä' });
    const stored = await service.get(`/v3/history/sub-key/${keys.subscribeKey}/channel/sealed`);
    expect(stored.body).toMatchObject({
      channels: { sealed: [{ message: expect.stringMatching(/^UE5FRA/) }] },
    });
    expect(JSON.stringify(stored.body)).not.toContain('Ben');
  });

  it('that cannot be read are handed over with an error, and the next one is read', async () => {
    const ben = service.client({ userId: 'ben', cryptoModule: cryptoModule('enigma') });
    const ear = await subscribed(ben, ['mixed']);
    // An unknown cryptor's id where `ACRH` should stand.
    await service.client().publish({ channel: 'mixed', message: 'UE5FRAFaWlpaEKvyHD2WyXYmMzPKGT0EWeM=' });
    await service
      .client({ cryptoModule: cryptoModule('enigma') })
      .publish({ channel: 'mixed', message: 'fine' });
    await until(() => ear.messages.length === 2);
    expect(ear.messages[0]).toMatchObject({ error: expect.stringContaining('Unknown cryptor') });
    expect(ear.messages[1]).toMatchObject({ message: 'fine' });
  });

  it.each([
    ['empty content', () => cryptoModule('k').encrypt(''), /empty content/],
    [
      'a version of tomorrow',
      () => cryptoModule('k').decrypt('UE5FRAJBQ1JIEKvyHD2WyXYmMzPKGT0EWeM='),
      /cryptor/,
    ],
    ['a header that is cut short', () => cryptoModule('k').decrypt('UE5FRA=='), /header/],
  ])('are refused by the module for %s', (_, act, message) => {
    expect(act).toThrow(message);
  });
});
