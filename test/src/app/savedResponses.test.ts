import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { indexedDbSavedResponses } from '#src/app/offline/savedResponses.ts';
import { aUser } from '#test/fixtures/people.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;
let factory: IDBFactory;
beforeEach(() => {
  factory = new IDBFactory();
  globalThis.indexedDB = factory;
});
const open = (build = 'one', now = NOW) => indexedDbSavedResponses(factory, build, () => now);
const response = (key: string, savedAt = NOW, data: unknown = { key }) => ({ key, savedAt, data });

it('returns the last response after a reload', async () => {
  await open().keepUser(aUser());
  const before = open();
  await before.keepUser(aUser());
  await before.keep(response('getHome(undefined)'));
  expect(await open().read('getHome(undefined)')).toMatchObject(response('getHome(undefined)'));
  expect(await open().user()).toMatchObject({ userId: 7 });
});

it('returns nothing that another build stored, or that is 14 days old', async () => {
  const port = open();
  await port.keepUser(aUser());
  await port.keep(response('new'));
  await port.keep(response('old', NOW - 14 * DAY));
  expect(await open('two').read('new')).toBeNull();
  expect(await port.read('old')).toBeNull();
  expect(await port.read('new')).not.toBeNull();
});

it('keeps the newest 200 responses, and none that is longer than 250,000 characters', async () => {
  const port = open();
  await port.keepUser(aUser());
  await port.keep(response('long', NOW, 'x'.repeat(250_000)));
  for (let age = 201; age > 0; age--) await port.keep(response(`aged ${age}`, NOW - age));
  expect(await port.read('long')).toBeNull();
  expect(await port.read('aged 201')).toBeNull();
  expect(await port.read('aged 200')).not.toBeNull();
});

it('removes the previous person’s responses when another person signs in', async () => {
  const port = open();
  await port.keepUser(aUser());
  await port.keep(response('mine'));
  await port.keepUser(aUser({ userId: 8 }));
  expect(await port.read('mine')).toBeNull();
  expect(await port.user()).toMatchObject({ userId: 8 });
});

it('deletes the database at sign-out, and stores no response that arrives later', async () => {
  const port = open();
  await port.keepUser(aUser());
  await port.keep(response('mine'));
  await port.wipe();
  expect(await factory.databases()).toEqual([]);
  await port.keep(response('late'));
  expect(await port.read('late')).toBeNull();
  expect(await port.user()).toBeNull();
});

it('keeps nothing, and does not fail, in a browser without storage', async () => {
  const port = indexedDbSavedResponses(undefined, 'one', () => NOW);
  await port.keepUser(aUser());
  await port.keep(response('mine'));
  expect(await port.read('mine')).toBeNull();
  await port.wipe();
});
