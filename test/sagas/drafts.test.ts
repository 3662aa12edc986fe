import { chatDraftKey, draftChanged, editDraftKey, selectDraft } from '#store/drafts/draftsSlice.ts';
import { signOutRequested } from '#store/session/sessionSlice.ts';
import { type Client, fakeDrafts, pass } from '../support/client.ts';
import { clientsUnderFakeTimers } from '../support/clients.ts';
import { aMax, CHANNEL, say, withHistory } from '../support/lenaAndMax.ts';

const start = clientsUnderFakeTimers();
const KEY = chatDraftKey(CHANNEL);
const type = ({ store }: Client, text: string, key = KEY) => store.dispatch(draftChanged({ key, text }));
const draft = ({ state }: Client) => selectDraft(state(), KEY);

describe('a draft', () => {
  it('is there again after a reload, letter by letter', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    type(lena, 'Half a thou');
    const reloaded = start({ drafts });
    await pass();
    expect(draft(reloaded)).toBe('Half a thou');
  });

  it('is gone when its message was sent, or the field emptied', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts, messaging: withHistory(0) });
    await pass(100);
    type(lena, 'Hello');
    say(lena, 'Hello');
    type(lena, 'x', 'chat/other');
    type(lena, '', 'chat/other');
    expect([...drafts.kept]).toEqual([]);
  });

  it('leaves with the person who signs out', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    type(lena, 'Between us');
    lena.store.dispatch(signOutRequested());
    await pass();
    expect([...drafts.kept]).toEqual([]);
  });

  it('outlives a session that the service ended, for the same person and never for another', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    type(lena, 'Between us');
    lena.tokens.say({ kind: 'refused' });
    await pass();
    const again = start({ drafts });
    await pass();
    expect(draft(again)).toBe('Between us');
    const max = start({ drafts, user: aMax });
    await pass();
    expect(draft(max)).toBe('');
    expect([...drafts.kept]).toEqual([]);
  });

  it('of a correction is kept nowhere', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    type(lena, 'Tuesday', editDraftKey(CHANNEL));
    expect([...drafts.kept]).toEqual([]);
  });
});
