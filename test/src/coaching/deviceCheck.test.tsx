import type { UnknownAction } from '@reduxjs/toolkit';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Captions } from '#src/coaching/call/Captions.tsx';
import { DeviceCheck, Preview } from '#src/coaching/call/DeviceCheck.tsx';
import Ready from '#src/coaching/call/Ready.tsx';
import { VideoTile } from '#src/coaching/call/VideoTile.tsx';
import { callChanged, captionsToggled, selectRoom } from '#store/coaching/room/roomSlice.ts';
import type { CoachingPort } from '#store/ports/coaching.ts';
import type { CaptionSupport, CoachingCall, OwnMedia } from '#store/ports/coachingCall.ts';
import { aRoom, aSession, lena } from '#test/fixtures/coaching.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';

const devices = {
  microphone: [
    { id: 'm1', label: 'Laptop microphone' },
    { id: 'm2', label: 'Headset' },
  ],
  camera: [{ id: 'c1', label: '' }],
  speaker: [],
};

/** The parts of a browser's call that screens use. */
function aCall(support: CaptionSupport = 'unsupported') {
  const captions = new Set<(text: string) => void>();
  const listeners = new Set<(level: number) => void>();
  const sounds: string[] = [];
  const call = {
    show: () => {},
    listenLevel: (_who: string, onLevel: (level: number) => void) => {
      listeners.add(onLevel);
      return () => listeners.delete(onLevel);
    },
    playSound: async () => void sounds.push('played'),
    captionSupport: async () => support,
    listenCaptions: (_language: string, onText: (text: string) => void) => {
      captions.add(onText);
      return () => captions.delete(onText);
    },
  } as unknown as CoachingCall;
  const coaching: CoachingPort = { call: async () => call, vault: () => new Promise(() => {}) };
  return {
    coaching,
    listeners,
    captions,
    sounds,
    say: (level: number) =>
      act(() => {
        for (const listener of listeners) listener(level);
      }),
  };
}

async function showCheck(mine: OwnMedia, support?: CaptionSupport) {
  return showWith(
    <>
      <Preview session={aSession()} />
      <DeviceCheck />
    </>,
    mine,
    support,
  );
}

async function showWith(screenOf: ReactElement, mine: OwnMedia, support?: CaptionSupport) {
  const call = aCall(support);
  const view = show(screenOf, {
    client: { user: aUser({ userId: lena.userId }) },
    coaching: call.coaching,
  });
  await screen.findByLabelText('You'); // signed in
  const hasDevices = mine === 'ready' || mine === 'audio';
  await act(async () =>
    view.client.store.dispatch(callChanged({ mine, devices: hasDevices ? devices : null })),
  );
  return { ...view, ...call };
}

describe('the device check', () => {
  it('shows the microphone level, and no level while the person is muted', async () => {
    const { say, client, listeners } = await showCheck('ready');
    say(0.5);
    expect(await screen.findByRole('meter', { name: 'Microphone level' })).toHaveValue(10);
    await act(async () => client.store.dispatch(callChanged({ isMuted: true })));
    expect(screen.getByRole('meter', { name: 'Microphone level' })).toHaveValue(0);
    expect(screen.getByText('You are muted.')).toBeVisible();
    expect(listeners.size).toBe(0);
  });

  it('lets the person choose devices and hear a sound', async () => {
    const { user, client, sounds } = await showCheck('ready');
    await user.selectOptions(screen.getByLabelText('Microphone'), 'Headset');
    expect(selectRoom(client.state()).call.chosen).toEqual({ microphone: 'm2' });
    expect(screen.getByLabelText('Camera')).toHaveDisplayValue('Camera 1');
    expect(screen.queryByLabelText('Speaker')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Play sound' }));
    expect(sounds).toEqual(['played']);
  });

  it.each([
    ['refused', /does not allow camera and microphone/],
    ['missing', /No camera or microphone was found/],
    ['audio', /No camera was found/],
  ] as const)('shows the problem when the devices are %s', async (mine, text) => {
    await showCheck(mine);
    expect(screen.getByRole('status')).toHaveTextContent(text);
    expect(screen.queryByRole('button', { name: 'Turn camera off' })).toBeNull();
  });

  it.each([
    ['missing', /^No camera or microphone was found/, 'Join with notes only'],
    ['audio', /^No camera was found/, 'Join with notes only'],
    ['ready', /^No camera\? You can/, 'join with notes only'],
  ] as const)('mentions the camera once when the devices are %s', async (mine, text, name) => {
    await showWith(<Ready session={aSession()} room={aRoom()} />, mine);
    const mentions = screen.getAllByText(/^No camera/);
    expect(mentions.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(text)]);
    expect(screen.getByRole('link', { name })).toBeVisible();
  });
});

describe('captions', () => {
  it('say why this browser cannot produce them on the device', async () => {
    await showCheck('ready');
    const captions = await screen.findByRole('checkbox', { name: 'Captions' });
    expect(captions).toHaveAttribute('aria-disabled', 'true');
    expect(captions).toHaveAccessibleDescription(/cannot create captions on this device/);
  });

  it('can be switched on, and show the last sentence on the tile of the other person', async () => {
    const { user, captions, client, coaching } = await showCheck('ready', 'available');
    await user.click(await screen.findByRole('checkbox', { name: 'Captions' }));
    expect(selectRoom(client.store.getState()).call.hasCaptions).toBe(true);
    const room = show(<Captions name="Tomás" />, { client: {}, coaching });
    await waitFor(() => expect(room.client.state().session.status).toBe('signedIn'));
    const dispatch = (action: UnknownAction) => act(async () => room.client.store.dispatch(action));
    await dispatch(captionsToggled());
    expect(captions.size).toBe(0); // nothing is heard before there is a call
    await dispatch(callChanged({ state: 'connected' }));
    await act(async () => {
      for (const say of captions) say('What did you notice?');
    });
    expect(screen.getByText('What did you notice?')).toBeInTheDocument();
    await dispatch(captionsToggled());
    expect(captions.size).toBe(0);
    expect(screen.queryByText('What did you notice?')).toBeNull();
  });
});

it('marks the tile of the person who is speaking, and ignores a short noise', async () => {
  jest.useFakeTimers({ now: 0, advanceTimers: true });
  const { coaching, say } = aCall();
  show(<VideoTile who="other" name="Max" person={lena} isMuted={false} isLive cover={null} />, { coaching });
  await screen.findByLabelText('Max');
  await act(async () => {});
  const tile = screen.getByLabelText('Max').parentElement;
  const after = (ms: number, level: number) => {
    jest.advanceTimersByTime(ms);
    say(level);
  };
  say(0.5);
  after(100, 0);
  expect(tile).not.toHaveAttribute('data-speaking');
  after(100, 0.5);
  after(250, 0.5);
  expect(tile).toHaveAttribute('data-speaking');
  after(100, 0);
  expect(tile).toHaveAttribute('data-speaking');
  after(700, 0);
  expect(tile).not.toHaveAttribute('data-speaking');
  jest.useRealTimers();
});
