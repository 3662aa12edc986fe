import { createCall } from '#src/app/ports/coaching/call/createCall.ts';

type Kind = 'audio' | 'video';
const aTrack = (kind: Kind) => ({
  kind,
  readyState: 'live',
  enabled: true,
  onended: null as (() => void) | null,
  stop() {},
});

class FakeStream {
  tracks: ReturnType<typeof aTrack>[];
  constructor(kinds: Kind[] = []) {
    this.tracks = kinds.map(aTrack);
  }
  getTracks = () => this.tracks;
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio');
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
}

class FakePeer {
  static last: FakePeer;
  connectionState = 'new';
  onconnectionstatechange = () => {};
  constructor() {
    FakePeer.last = this;
  }
  sender = { replaceTrack: async () => {} };
  addTrack = () => this.sender;
  addTransceiver = () => ({ sender: this.sender });
  close() {}
}
Object.assign(globalThis, { MediaStream: FakeStream, RTCPeerConnection: FakePeer });

/** A connected call of a person with these devices. `said`: what the other person is told. */
async function connected(devices: Kind[]) {
  const own = new FakeStream(devices);
  const screen = new FakeStream(['video']);
  const mediaDevices = {
    getUserMedia: async ({ video }: { video: unknown }) => {
      if (devices.length === 0 || (video && !devices.includes('video')))
        throw Object.assign(new Error('No device'), { name: 'NotFoundError' });
      return own;
    },
    getDisplayMedia: async () => screen,
    addEventListener() {},
    removeEventListener() {},
  };
  const call = createCall({ navigator: { mediaDevices } as unknown as Navigator });
  const said: { isMuted: boolean; isCameraOff: boolean }[] = [];
  call.listen((event) => {
    if (event.kind !== 'signal') return;
    const { media } = JSON.parse(event.data) as { media?: (typeof said)[number] };
    if (media) said.push(media);
  });
  await call.open();
  call.connect({ isPolite: true, iceServers: [] });
  FakePeer.last.connectionState = 'connected';
  FakePeer.last.onconnectionstatechange();
  return { call, own, said };
}

describe('the media that the other person is told about', () => {
  it.each<[string, Kind[], { isMuted: boolean; isCameraOff: boolean }]>([
    ['camera and microphone', ['audio', 'video'], { isMuted: false, isCameraOff: false }],
    ['only a microphone', ['audio'], { isMuted: false, isCameraOff: true }],
    ['no device', [], { isMuted: true, isCameraOff: true }],
  ])('are right with %s', async (_devices, kinds, media) => {
    const { call, said } = await connected(kinds);
    expect(said).toEqual([media]);
    call.close();
  });

  it('change when the camera is unplugged and when the screen is shared', async () => {
    const { call, own, said } = await connected(['audio', 'video']);
    const camera = own.getVideoTracks()[0]!;
    camera.readyState = 'ended';
    camera.onended?.();
    expect(said.at(-1)).toEqual({ isMuted: false, isCameraOff: true });
    await call.shareScreen();
    expect(said.at(-1)).toEqual({ isMuted: false, isCameraOff: false });
    call.stopSharing();
    expect(said.at(-1)).toEqual({ isMuted: false, isCameraOff: true });
    call.close();
  });
});
