import type { EncryptedDocument } from '#contract/learning/coachingActions.ts';
import type { DocumentEdit } from '#contract/learning/coachingRoom.ts';
import { createVault } from '#src/app/ports/coaching/vault/createVault.ts';
import { memoryKeyStore } from '#src/app/ports/coaching/vault/keyStore.ts';
import type { PasskeySecrets } from '#src/app/ports/coaching/vault/passkeySecret.ts';
import type { CoachingVault, OpenNotes } from '#store/ports/coachingVault.ts';

const SCOPE = 'ssssssssssssssss/shared';

/** A person with a browser. */
async function person(owner: string, passkeys?: PasskeySecrets) {
  const store = memoryKeyStore();
  const vault = createVault(store, passkeys);
  const { words, publicKey, wrappedKey, keep, addPasskey } = await vault.newKeys();
  await keep(owner);
  return { owner, vault, store, words, publicKey, wrappedKey, addPasskey };
}
type Person = Awaited<ReturnType<typeof person>>;

/** The data that the server stores. */
function stored(edit: DocumentEdit, reader: Person, before?: Map<string, string>): EncryptedDocument {
  const envelopes = before ?? new Map<string, string>();
  for (const sealed of [edit.mine, edit.other]) if (sealed) envelopes.set(sealed.publicKey, sealed.envelope);
  return {
    documentId: 'dddddddddddddddd',
    version: edit.version + 1,
    snapshot: edit.snapshot,
    envelope: envelopes.get(reader.publicKey) ?? null,
    isShared: envelopes.size > 1,
  };
}

const open = async (
  who: Person,
  document: EncryptedDocument | null,
  other: Person | null,
  vault?: CoachingVault,
) => {
  const notes = await (vault ?? who.vault).open({
    owner: who.owner,
    scope: SCOPE,
    document,
    myPublicKey: who.publicKey,
    otherPublicKey: other?.publicKey ?? null,
  });
  return notes as OpenNotes;
};

const item = (id: string, text: string, order = 1) => ({
  id,
  text,
  minutes: 10,
  order,
  isDone: false,
  doneAt: 0,
  about: null,
});

describe('encrypted session notes', () => {
  it('can be read by both people, while the stored form contains no readable text', async () => {
    const [lena, max] = [await person('1.7'), await person('1.9')];
    const mine = await open(lena, null, max);
    mine.edit({ kind: 'text', text: 'The silent minute' });
    mine.edit({ kind: 'agenda', item: item('a', 'Who owns the agenda?') });
    const edit = await mine.toSave(max.publicKey);
    expect(JSON.stringify(edit)).not.toMatch(/silent|agenda\?/);
    const theirs = await open(max, stored(edit, max), lena);
    expect(theirs.content()).toMatchObject({
      text: 'The silent minute',
      agenda: [{ text: 'Who owns the agenda?' }],
    });
  });

  it('cannot be opened by a later coach, a manager or an administrator with their own keys', async () => {
    const [lena, max, other] = [await person('1.7'), await person('1.9'), await person('1.11')];
    const mine = await open(lena, null, max);
    mine.edit({ kind: 'text', text: 'For Max only' });
    const edit = await mine.toSave(max.publicKey);
    // They have no envelope, and try the envelopes of both readers.
    expect(await open(other, stored(edit, other), lena)).toBeNull();
    for (const envelope of [edit.mine!.envelope, edit.other!.envelope])
      await expect(open(other, { ...stored(edit, max), envelope }, lena)).rejects.toThrow();
  });

  it('cannot be moved to another session or changed', async () => {
    const lena = await person('1.7');
    const mine = await open(lena, null, null);
    mine.edit({ kind: 'text', text: 'Here' });
    const saved = stored(await mine.toSave(null), lena);
    const elsewhere = { owner: lena.owner, scope: 'tttttttttttttttt/shared', document: saved };
    await expect(
      lena.vault.open({ ...elsewhere, myPublicKey: lena.publicKey, otherPublicKey: null }),
    ).rejects.toThrow();
    const changed = `${saved.snapshot.slice(0, 40)}${saved.snapshot[40] === 'A' ? 'B' : 'A'}${saved.snapshot.slice(41)}`;
    await expect(open(lena, { ...saved, snapshot: changed }, null)).rejects.toThrow();
  });

  it('keep the text that two people type at the same time', async () => {
    const [lena, max] = [await person('1.7'), await person('1.9')];
    const mine = await open(lena, null, max);
    mine.edit({ kind: 'text', text: 'One. Three.' });
    const theirs = await open(max, stored(await mine.toSave(max.publicKey), max), lena);
    await mine.takeUpdate();
    mine.edit({ kind: 'text', text: 'Zero. One. Three.' });
    theirs.edit({ kind: 'text', text: 'One. Two. Three.' });
    const [first, second] = [await mine.takeUpdate(), await theirs.takeUpdate()];
    await theirs.applyUpdate(first!);
    await mine.applyUpdate(second!);
    expect(mine.content().text).toBe('Zero. One. Two. Three.');
    expect(theirs.content()).toEqual(mine.content());
  });

  it('merge documents that both people created before the first was saved', async () => {
    const [lena, max] = [await person('1.7'), await person('1.9')];
    const [mine, theirs] = [await open(lena, null, max), await open(max, null, lena)];
    mine.edit({ kind: 'agenda', item: item('a', 'Mine') });
    theirs.edit({ kind: 'agenda', item: item('b', 'Theirs', 2) });
    const first = await mine.toSave(max.publicKey);
    await theirs.merge(stored(first, max), lena.publicKey);
    expect(theirs.content().agenda.map(({ text }) => text)).toEqual(['Mine', 'Theirs']);
    const second = await theirs.toSave(lena.publicKey);
    await mine.saved(1);
    await mine.merge(stored(second, lena, new Map([[lena.publicKey, first.mine!.envelope]])), max.publicKey);
    expect(mine.content()).toEqual(theirs.content());
  });

  it('survive a reload before they were saved', async () => {
    const [lena, max] = [await person('1.7'), await person('1.9')];
    const mine = await open(lena, null, max);
    mine.edit({ kind: 'text', text: 'Not saved yet' });
    while (!(await lena.store.pending(`1.7/${SCOPE}`)))
      await new Promise((resolve) => setTimeout(resolve, 5));
    expect(JSON.stringify(await lena.store.pending(`1.7/${SCOPE}`))).not.toContain('saved');
    const again = await open(lena, null, max);
    expect(again.content().text).toBe('Not saved yet');
    expect(again.hasUnsaved()).toBe(true);
  });

  it('open in a new browser with the recovery code, and not without it', async () => {
    const lena = await person('1.7');
    const mine = await open(lena, null, null);
    mine.edit({ kind: 'text', text: 'From the lost laptop' });
    const saved = stored(await mine.toSave(null), lena);
    const phone = createVault(memoryKeyStore());
    expect(await phone.hasKey('1.7', lena.publicKey)).toBe(false);
    expect(await open(lena, saved, null, phone)).toBeNull();
    const wrong = [...lena.words.slice(1), lena.words[0]].join(' ');
    expect(await phone.unlock('1.7', lena, wrong)).toBe(false);
    expect(
      await phone.unlock(
        '1.7',
        lena,
        `  ${lena.words.map((word) => word.slice(0, 4).toUpperCase()).join('\n')} `,
      ),
    ).toBe(true);
    expect((await open(lena, saved, null, phone)).content().text).toBe('From the lost laptop');
  });

  it('can be shown to a new coach only by the learner', async () => {
    const [lena, max, tomas, eve] = await Promise.all(
      ['1.1', '1.2', '1.3', '1.4'].map((owner) => person(owner)),
    );
    const mine = await open(lena!, null, max!);
    mine.edit({ kind: 'text', text: 'From before' });
    const edit = await mine.toSave(max!.publicKey);
    const forTomas = await mine.envelopeFor(tomas!.publicKey);
    const shared = { ...stored(edit, tomas!), envelope: forTomas };
    expect((await open(tomas!, shared, null)).content().text).toBe('From before');
    await expect(open(eve!, shared, null)).rejects.toThrow();
  });

  it('open with a passkey in a new browser, and not with the secret of another passkey', async () => {
    const secrets = new Map<string, Uint8Array>();
    const device = (): PasskeySecrets => ({
      isPossible: async () => true,
      async create() {
        const credentialId = `credential-${secrets.size}-of-this-device`;
        secrets.set(credentialId, crypto.getRandomValues(new Uint8Array(32)));
        return { credentialId, secret: secrets.get(credentialId)! };
      },
      async get([credentialId = '']) {
        const secret = secrets.get(credentialId);
        return secret ? { credentialId, secret } : null;
      },
    });
    const lena = await person('1.1', device());
    const passkey = (await lena.addPasskey('lena@example.com'))!;
    const key = { publicKey: lena.publicKey, passkeys: [passkey] };
    const elsewhere = createVault(memoryKeyStore(), device());
    expect(await elsewhere.hasKey('1.1', lena.publicKey)).toBe(false);
    expect(await elsewhere.unlockWithPasskey('1.1', key)).toBe(true);
    expect(await elsewhere.hasKey('1.1', lena.publicKey)).toBe(true);
    secrets.set(passkey.credentialId, crypto.getRandomValues(new Uint8Array(32)));
    expect(await createVault(memoryKeyStore(), device()).unlockWithPasskey('1.1', key)).toBe(false);
  });

  it('keep the private key where no script can export it', async () => {
    const lena = await person('1.7');
    const keys = await lena.store.keys('1.7');
    await expect(crypto.subtle.exportKey('pkcs8', keys!.privateKey)).rejects.toThrow();
    await expect(crypto.subtle.exportKey('jwk', keys!.privateKey)).rejects.toThrow();
  });
});

describe('the recovery code', () => {
  it('counts correct words while the person types, and points out the first wrong one', async () => {
    const { vault, words } = await person('1.7');
    const typed = (count: number) => words.slice(0, count).join(' ');
    expect(vault.checkWords(words, '')).toEqual({ correct: 0, wrong: null, missing: 12 });
    const eighth = words[7]!;
    const begun = `${typed(7)} ${eighth.slice(0, 2).toUpperCase()}`;
    expect(vault.checkWords(words, begun)).toEqual({ correct: 7, wrong: null, missing: 5 });
    const other = `${typed(7)} ${eighth.startsWith('a') ? 'b' : 'a'}`;
    expect(vault.checkWords(words, other)).toEqual({ correct: 7, wrong: 8, missing: 4 });
    expect(vault.checkWords(words, `${typed(7)} notaword `)).toEqual({ correct: 7, wrong: 8, missing: 4 });
    // A wrong word in the middle is not a missing one, and neither are the words after it.
    const [one, , ...rest] = words.slice(0, 5);
    expect(vault.checkWords(words, [one, 'notaword', ...rest].join(' '))).toEqual({
      correct: 1,
      wrong: 2,
      missing: 7,
    });
    expect(vault.checkWords(words, typed(12))).toEqual({ correct: 12, wrong: null, missing: 0 });
    expect(vault.checkWords(words, `${typed(12)} more`)).toEqual({ correct: 12, wrong: 13, missing: 0 });
  });

  it('is 12 words, different each time', async () => {
    const [first, second] = [await person('1.7'), await person('1.7')];
    expect(first.words).toHaveLength(12);
    expect(first.words).not.toEqual(second.words);
    expect(await first.vault.fingerprint([first.publicKey, second.publicKey])).toBe(
      await second.vault.fingerprint([second.publicKey, first.publicKey]),
    );
  });
});
