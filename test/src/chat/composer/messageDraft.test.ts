import { configureStore } from '@reduxjs/toolkit';
import { createMessageDraft, SAVE_EVERY_MS } from '#src/chat/composer/useMessageDraft.ts';
import type { AppStore } from '#store/createAppStore.ts';
import draftsSlice, { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { signedIn, signedOut } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';

const KEY = 'chat/chat_T3_U7.U9';
const me = aUser();

function start() {
  const store = configureStore({ reducer: { drafts: draftsSlice.reducer } }) as unknown as AppStore;
  store.dispatch(signedIn({ user: me, tokenExpiresAt: 2_000_000_000_000 }));
  const dispatch = jest.spyOn(store, 'dispatch');
  const field = document.createElement('textarea');
  const draft = createMessageDraft(store, KEY, me.userId);
  const detach = draft.attach(field, () => {});
  return {
    store,
    field,
    draft,
    detach,
    type(text: string) {
      field.value = text;
      draft.textChanged();
    },
    saved: () => selectDraft(store.getState(), KEY),
    saveCount: () => dispatch.mock.calls.length,
  };
}
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the draft of a message', () => {
  it('is saved with the first key, and then every 400 ms while the user types', () => {
    const { type, saved, saveCount } = start();
    type('a');
    expect(saved()).toBe('a');
    for (let length = 2; length <= 20; length++) {
      jest.advanceTimersByTime(60);
      type('a'.repeat(length));
    }
    expect(saveCount()).toBeLessThanOrEqual(5);
    jest.advanceTimersByTime(SAVE_EVERY_MS);
    expect(saved()).toBe('a'.repeat(20));
  });

  it('is again saved immediately after a pause', () => {
    const { type, saved, saveCount } = start();
    type('a');
    jest.advanceTimersByTime(1_000);
    type('ab');
    expect(saved()).toBe('ab');
    expect(saveCount()).toBe(2);
  });

  it('is saved once when the field is removed', () => {
    const { type, detach, saved, saveCount } = start();
    type('a');
    type('ab');
    detach();
    jest.advanceTimersByTime(1_000);
    expect(saved()).toBe('ab');
    expect(saveCount()).toBe(2);
  });

  it('is saved when the page is hidden', () => {
    const { type, saved } = start();
    type('a');
    type('ab');
    window.dispatchEvent(new Event('pagehide'));
    expect(saved()).toBe('ab');
  });

  it('is not saved again without a change', () => {
    const { type, draft, saveCount } = start();
    type('a');
    draft.save();
    draft.save();
    jest.advanceTimersByTime(1_000);
    expect(saveCount()).toBe(1);
  });

  it('replaces the text of the field when the draft changes elsewhere', () => {
    const { store, field, type, draft } = start();
    type('a');
    store.dispatch(draftChanged({ key: KEY, text: '' }));
    expect(field.value).toBe('');
    expect(draft.read()).toBe('');
  });

  it('does not overwrite the text that the user is typing', () => {
    const { store, field, type } = start();
    type('a');
    type('ab');
    store.dispatch(draftChanged({ key: 'chat/other', text: 'other' }));
    expect(field.value).toBe('ab');
  });

  it('is not saved after sign-out', () => {
    const { store, type, detach } = start();
    type('a');
    type('ab');
    store.dispatch(signedOut({ where: 'here' }));
    detach();
    expect(store.getState().drafts.texts).toEqual({});
  });
});
