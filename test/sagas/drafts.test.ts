import { messageChanged, messageChangeGivenUp } from '#store/chat/chatSlice.ts';
import {
  chatDraftKey,
  draftChanged,
  editDraftKey,
  editGivenUp,
  editStarted,
  selectDraft,
  selectEdited,
} from '#store/drafts/draftsSlice.ts';
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

  it('is what becomes of a correction that is undone, and it outlives a reload like any other', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    const messageTimetoken = '17000000000000000';
    const change = { kind: 'edit', details: 'Tuesday?' } as const;
    const { id } = lena.store.dispatch(messageChanged(CHANNEL, messageTimetoken, change)).payload;
    lena.store.dispatch(messageChangeGivenUp({ id, channel: CHANNEL, messageTimetoken, change }));
    const reloaded = start({ drafts });
    await pass();
    expect(selectEdited(reloaded.state(), CHANNEL)).toBe(messageTimetoken);
    expect(selectDraft(reloaded.state(), editDraftKey(CHANNEL))).toBe('Tuesday?');
  });

  it('of a correction is there again after a reload, with the message that it is about, until it is saved', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    const [messageTimetoken, details] = ['17000000000000000', 'Tusday?'];
    lena.store.dispatch(editStarted({ channel: CHANNEL, messageTimetoken, details }));
    type(lena, 'Tuesd', editDraftKey(CHANNEL));
    const reloaded = start({ drafts });
    await pass();
    expect(selectEdited(reloaded.state(), CHANNEL)).toBe(messageTimetoken);
    expect(selectDraft(reloaded.state(), editDraftKey(CHANNEL))).toBe('Tuesd');
    reloaded.store.dispatch(messageChanged(CHANNEL, messageTimetoken, { kind: 'edit', details: 'Tuesday?' }));
    expect(selectEdited(reloaded.state(), CHANNEL)).toBeNull();
    expect([...drafts.kept]).toEqual([]);
  });

  it('of a correction is thrown away by whoever gives it up, and leaves with who signs out', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    const begin = () => {
      lena.store.dispatch(
        editStarted({ channel: CHANNEL, messageTimetoken: '17000000000000000', details: 'x' }),
      );
      type(lena, 'Between us', editDraftKey(CHANNEL));
      expect([...drafts.kept]).toHaveLength(2);
    };
    begin();
    lena.store.dispatch(editGivenUp({ channel: CHANNEL }));
    expect([...drafts.kept]).toEqual([]);
    begin();
    lena.store.dispatch(signOutRequested());
    await pass();
    expect([...drafts.kept]).toEqual([]);
  });

  it('that was begun beside a correction stays when the correction goes as a new message', async () => {
    const lena = start({ messaging: withHistory(0) });
    await pass(100);
    type(lena, 'Next I wanted to');
    lena.store.dispatch(
      editStarted({ channel: CHANNEL, messageTimetoken: '17000000000000000', details: 'x' }),
    );
    say(lena, 'As a new one');
    expect(selectEdited(lena.state(), CHANNEL)).toBeNull();
    expect(draft(lena)).toBe('Next I wanted to');
  });
});
