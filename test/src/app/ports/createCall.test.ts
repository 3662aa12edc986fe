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
  signalingState = 'stable';
  localDescription: { toJSON: () => object } | null = null;
  remote: string[] = [];
  onconnectionstatechange = () => {};
  constructor() {
    FakePeer.last = this;
  }
  sender = { replaceTrack: async () => {} };
  addTrack = () => this.sender;
  addTransceiver = () => ({ sender: this.sender });
  close() {}
  async setRemoteDescription({ type, sdp }: { type: string; sdp: string }) {
    this.remote.push(sdp);
    if (type === 'offer') this.signalingState = 'have-remote-offer';
  }
  async setLocalDescription() {
    this.signalingState = 'stable';
    this.localDescription = { toJSON: () => ({ type: 'answer', sdp: `to ${this.remote.at(-1)}` }) };
  }
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
  let answered = 0;
  call.listen((event) => {
    if (event.kind !== 'signal') return;
    const { media, description } = JSON.parse(event.data) as {
      media?: (typeof said)[number];
      description?: { type: string };
    };
    if (media) said.push(media);
    if (description?.type === 'answer') answered += 1;
  });
  await call.open();
  call.connect({ isPolite: true, iceServers: [] });
  FakePeer.last.connectionState = 'connected';
  FakePeer.last.onconnectionstatechange();
  return { call, own, said, answers: () => answered };
}

describe('an offer of the other person', () => {
  const anOffer = (version: number, more = '') =>
    JSON.stringify({
      description: { type: 'offer', sdp: `v=0\r\no=- 7 ${version} IN IP4 127.0.0.1\r\ns=-\r\n${more}` },
    });

  it('is answered once, also when it is sent again with more addresses', async () => {
    const { call, answers } = await connected([]);
    await call.receive(anOffer(2));
    await call.receive(anOffer(2, 'a=candidate:1\r\n'));
    expect(answers()).toBe(1);
    await call.receive(anOffer(3));
    expect(answers()).toBe(2);
    call.close();
  });

  it('is answered again by a new connection', async () => {
    const { call, answers } = await connected([]);
    await call.receive(anOffer(2));
    call.connect({ isPolite: true, iceServers: [] });
    await call.receive(anOffer(2));
    expect(answers()).toBe(2);
    call.close();
  });
});

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
