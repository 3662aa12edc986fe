import { keepDrafts } from '#sagas/drafts/keepDrafts.ts';
import { wipeDrafts } from '#sagas/drafts/wipeDrafts.ts';
import { messageActionDiscarded, messageActionSubmitted } from '#store/chat/messageActionsSlice.ts';
import { conversationClosed } from '#store/chat/widgetSlice.ts';
import {
  chatDraftKey,
  draftChanged,
  editCancelled,
  editDraftKey,
  editStarted,
  feedbackKey,
  selectDraft,
  selectEdited,
} from '#store/drafts/draftsSlice.ts';
import type { RootState } from '#store/rootReducer.ts';
import { signedOut, signOutRequested } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { type Client, fakeDrafts, pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { aMax, CHANNEL, say, withHistory } from '#test/support/lenaAndMax.ts';
import { aWorkplace, planOf, runFor } from '#test/support/plan.ts';

const start = clientsUnderFakeTimers();

const KEY = chatDraftKey(CHANNEL);

const type = ({ store }: Client, text: string, key = KEY) => store.dispatch(draftChanged({ key, text }));

const draft = ({ state }: Client) => selectDraft(state(), KEY);

const SOON = 50;

const in_ = (state: unknown) => state as RootState;

describe('a draft', () => {
  it('is restored unchanged after a reload', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    type(lena, 'Half a thou');
    const reloaded = start({ drafts });
    await pass();
    expect(draft(reloaded)).toBe('Half a thou');
  });

  it('is removed when the message is sent or the field is emptied', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts, messaging: withHistory(0) });
    await pass(100);
    type(lena, 'Hello');
    say(lena, 'Hello');
    type(lena, 'x', 'chat/other');
    type(lena, '', 'chat/other');
    expect([...drafts.kept]).toEqual([]);
  });

  it('stays confidential feedback after a reload, but an empty one does not', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    type(lena, 'on', feedbackKey(CHANNEL));
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    expect(selectDraft(lena.state(), feedbackKey(CHANNEL))).toBe('');
    type(lena, 'on', feedbackKey(CHANNEL));
    type(lena, 'You listened well');
    lena.store.dispatch(conversationClosed({ channel: CHANNEL }));
    const reloaded = start({ drafts });
    await pass();
    expect(selectDraft(reloaded.state(), feedbackKey(CHANNEL))).toBe('on');
    say(reloaded, 'You listened well');
    expect(selectDraft(reloaded.state(), feedbackKey(CHANNEL))).toBe('');
  });

  it('is removed at sign-out', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    type(lena, 'Between us');
    lena.store.dispatch(signOutRequested());
    await pass();
    expect([...drafts.kept]).toEqual([]);
  });

  it('survives a session that the server ended, for the same user only', async () => {
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

  it('contains the text of a discarded edit and survives a reload', async () => {
    const drafts = fakeDrafts();
    const lena = start({ drafts });
    await pass();
    const messageTimetoken = '17000000000000000';
    const change = { kind: 'edit', details: 'Tuesday?' } as const;
    const { id } = lena.store.dispatch(messageActionSubmitted(CHANNEL, messageTimetoken, change)).payload;
    lena.store.dispatch(messageActionDiscarded({ id, channel: CHANNEL, messageTimetoken, change }));
    const reloaded = start({ drafts });
    await pass();
    expect(selectEdited(reloaded.state(), CHANNEL)).toBe(messageTimetoken);
    expect(selectDraft(reloaded.state(), editDraftKey(CHANNEL))).toBe('Tuesday?');
  });

  it('is restored with its message after a reload during an edit', async () => {
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
    reloaded.store.dispatch(
      messageActionSubmitted(CHANNEL, messageTimetoken, { kind: 'edit', details: 'Tuesday?' }),
    );
    expect(selectEdited(reloaded.state(), CHANNEL)).toBeNull();
    expect([...drafts.kept]).toEqual([]);
  });

  it('is removed when an edit is cancelled and at sign-out', async () => {
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
    lena.store.dispatch(editCancelled({ channel: CHANNEL }));
    expect([...drafts.kept]).toEqual([]);
    begin();
    lena.store.dispatch(signOutRequested());
    await pass();
    expect([...drafts.kept]).toEqual([]);
  });

  it('stays when a late edit is sent as a new message', async () => {
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

describe('drafts', () => {
  const key = chatDraftKey(CHANNEL);

  it('are restored, kept while the user types, and deleted at sign-out', async () => {
    const drafts = fakeDrafts();
    drafts.keep(7, key, 'from before');
    const work = await aWorkplace({ drafts });
    const { storeState } = await runFor(
      SOON,
      planOf(work, keepDrafts, aUser()).dispatch(draftChanged({ key: 'chat/other', text: 'new' })),
    );
    expect(selectDraft(in_(storeState), key)).toBe('from before');
    expect(drafts.kept.get('7/chat/other')).toBe('new');
    await runFor(SOON, planOf(work, wipeDrafts).dispatch(signedOut({ where: 'here' })));
    expect(drafts.kept.size).toBe(0);
  });
});
