import type {
  CallEvent,
  CallState,
  CoachingCall,
  DeviceKind,
  IceServer,
  OwnMedia,
} from '#store/ports/coachingCall.ts';
import { captionSupport, watchCaptions } from './captions.ts';
import { listDevices } from './devices.ts';
import { watchQuality } from './quality.ts';
import { playSound, watchLevel, watchReceived } from './sound.ts';

/** After this many restarts in a row without a connection, the call has failed. */
const MAX_RESTARTS = 3;

type Signal =
  /** This side has created its connection, so it can receive an offer now. */
  | { isReady: true }
  | { description: RTCSessionDescriptionInit }
  | { candidate: RTCIceCandidateInit }
  | { media: { isMuted: boolean; isCameraOff: boolean } };

const isLive = (tracks: readonly MediaStreamTrack[] = []) =>
  tracks.some(({ readyState }) => readyState === 'live');
/** The line that names an offer. It stays the same when the offer is sent again with the addresses found since. */
const originOf = ({ sdp = '' }: RTCSessionDescriptionInit) => /^o=.*$/m.exec(sdp)?.[0] ?? sdp;
const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/** WebRTC by the W3C's perfect negotiation pattern. See docs/decisions/0078-coaching-call.md. */
export function createCall(view: Pick<Window, 'navigator'>): CoachingCall {
  const { navigator } = view;
  const listeners = new Set<(event: CallEvent) => void>();
  const emit = (event: CallEvent) => {
    for (const listener of listeners) listener(event);
  };
  const sendSignal = (signal: Signal) => emit({ kind: 'signal', data: JSON.stringify(signal) });
  let own: MediaStream | null = null;
  /** Counts the calls, because a person can leave while the browser still asks for permission. */
  let calls = 0;
  let screen: MediaStreamTrack | null = null;
  let remote = new MediaStream();
  let peer: RTCPeerConnection | null = null;
  let videoSender: RTCRtpSender | null = null;
  let isPolite = false;
  let isOffering = false;
  let ignoresOffer = false;
  /** The origin of the last offer that was accepted. */
  let lastOffer: string | null = null;
  let restarts = 0;
  let media = { isMuted: false, isCameraOff: false };
  /** The connection is too weak for the user's own video. */
  let isPaused = false;
  let stopQuality = () => {};
  /** Says what the other person can see and hear, which is nothing without a device. */
  const sayMedia = () => {
    if (!peer) return;
    const isMuted = media.isMuted || !isLive(own?.getAudioTracks());
    const isCameraOff = !screen && (media.isCameraOff || isPaused || !isLive(own?.getVideoTracks()));
    sendSignal({ media: { isMuted, isCameraOff } });
  };
  /** Ids of the chosen devices; empty: the browser chooses. The choice is kept while the page is open. */
  const chosen: Record<DeviceKind, string> = { microphone: '', camera: '', speaker: '' };
  let audioSender: RTCRtpSender | null = null;
  const elements: Record<'me' | 'other', HTMLVideoElement | null> = { me: null, other: null };

  const attach = (who: 'me' | 'other') => {
    const element = elements[who];
    const stream = who === 'me' ? own : remote;
    if (!element || element.srcObject === stream) return;
    element.srcObject = stream;
    if (stream) void element.play().catch(() => undefined); // an element that was removed in the meantime
  };
  const watch = (stream: MediaStream) => {
    for (const track of stream.getTracks())
      track.onended = () => {
        emit({ kind: 'ended', what: track.kind === 'audio' ? 'microphone' : 'camera' });
        sayMedia();
      };
  };
  let hasConnected = false;
  const sayDevices = () =>
    void listDevices(navigator.mediaDevices).then((devices) => emit({ kind: 'devices', devices }));
  const wanted = (id: string) => (id === '' ? true : { deviceId: id });
  const stateOf = (state: RTCPeerConnectionState): CallState =>
    state === 'connected' || state === 'failed' ? state : hasConnected ? 'reconnecting' : 'connecting';

  function disconnect() {
    stopQuality();
    isPaused = false;
    peer?.close();
    peer = null;
    videoSender = null;
    audioSender = null;
    remote = new MediaStream();
    attach('other');
  }
  function applyMedia() {
    for (const track of own?.getAudioTracks() ?? []) track.enabled = !media.isMuted;
    for (const track of own?.getVideoTracks() ?? []) track.enabled = !media.isCameraOff;
    sayMedia();
  }
  function stopSharing() {
    screen?.stop();
    screen = null;
    void videoSender?.replaceTrack(own?.getVideoTracks()[0] ?? null);
    sayMedia();
  }

  return {
    listen(onEvent) {
      listeners.add(onEvent);
      return () => listeners.delete(onEvent);
    },
    async open(): Promise<OwnMedia> {
      // Browsers without a secure connection have no media devices.
      if (!navigator.mediaDevices) return 'missing';
      const ask = (video: boolean) =>
        navigator.mediaDevices.getUserMedia({
          audio: wanted(chosen.microphone),
          video: video && wanted(chosen.camera),
        });
      calls += 1;
      const mine = calls;
      try {
        const stream = await ask(true).catch((error: unknown) => {
          if (nameOf(error) === 'NotAllowedError') throw error;
          return ask(false);
        });
        if (mine !== calls) {
          for (const track of stream.getTracks()) track.stop();
          return 'missing';
        }
        own = stream;
      } catch (error) {
        return nameOf(error) === 'NotAllowedError' ? 'refused' : 'missing';
      }
      watch(own);
      applyMedia();
      attach('me');
      navigator.mediaDevices.addEventListener('devicechange', sayDevices);
      return own.getVideoTracks().length > 0 ? 'ready' : 'audio';
    },
    devices: () => listDevices(navigator.mediaDevices),
    async choose(kind, id) {
      chosen[kind] = id;
      if (kind === 'speaker') {
        if (elements.other && 'setSinkId' in elements.other) await elements.other.setSinkId(id);
        return;
      }
      const stream = own;
      if (!stream) return;
      const isCamera = kind === 'camera';
      const fresh = await navigator.mediaDevices.getUserMedia(
        isCamera ? { video: wanted(id) } : { audio: wanted(id) },
      );
      const [track] = fresh.getTracks();
      if (!track || stream !== own) {
        track?.stop();
        return;
      }
      for (const old of isCamera ? stream.getVideoTracks() : stream.getAudioTracks()) {
        old.onended = null;
        old.stop();
        stream.removeTrack(old);
      }
      stream.addTrack(track);
      watch(stream);
      applyMedia();
      if (!isCamera) await audioSender?.replaceTrack(track);
      else if (!screen) await videoSender?.replaceTrack(track);
    },
    listenLevel(who, onLevel) {
      if (who === 'other') return watchReceived(() => peer, onLevel);
      return own && own.getAudioTracks().length > 0 ? watchLevel(own, onLevel) : () => {};
    },
    captionSupport: (language) => captionSupport(view, language),
    listenCaptions: (language, onText) =>
      watchCaptions(view, () => remote.getAudioTracks()[0] ?? null, language, onText),
    playSound: () => playSound(chosen.speaker),
    connect({ isPolite: givesWay, iceServers }) {
      disconnect();
      isPolite = givesWay;
      isOffering = false;
      ignoresOffer = false;
      lastOffer = null;
      restarts = 0;
      hasConnected = false;
      const connection = new RTCPeerConnection({ iceServers: iceServers.map(definedOf) });
      peer = connection;
      connection.onicecandidate = ({ candidate }) => {
        if (candidate) sendSignal({ candidate: candidate.toJSON() });
      };
      connection.onnegotiationneeded = async () => {
        try {
          isOffering = true;
          await connection.setLocalDescription();
          if (connection.localDescription && connection === peer)
            sendSignal({ description: connection.localDescription.toJSON() as RTCSessionDescriptionInit });
        } catch {
          // A closed connection.
        } finally {
          isOffering = false;
        }
      };
      connection.ontrack = ({ track }) => {
        remote.addTrack(track);
        attach('other');
      };
      connection.onconnectionstatechange = () => {
        if (connection !== peer) return;
        const state = stateOf(connection.connectionState);
        if (state === 'connected') {
          restarts = 0;
          hasConnected = true;
          sayMedia();
        }
        if (state === 'failed' && restarts < MAX_RESTARTS) {
          restarts += 1;
          connection.restartIce();
          emit({ kind: 'state', state: stateOf('connecting') });
        } else emit({ kind: 'state', state });
      };
      const [audio] = own?.getAudioTracks() ?? [];
      const video = screen ?? own?.getVideoTracks()[0];
      audioSender = audio ? connection.addTrack(audio) : connection.addTransceiver('audio').sender;
      videoSender = video ? connection.addTrack(video) : connection.addTransceiver('video').sender;
      stopQuality = watchQuality(
        connection,
        () => videoSender,
        (quality) => {
          isPaused = quality === 'audio';
          emit({ kind: 'quality', quality });
          sayMedia();
        },
      );
      emit({ kind: 'state', state: 'connecting' });
      sendSignal({ isReady: true });
    },
    async receive(data) {
      const signal = JSON.parse(data) as Signal;
      const connection = peer;
      if (!connection) return;
      if ('isReady' in signal) {
        // An earlier offer was not received.
        if (connection.signalingState === 'have-local-offer' && connection.localDescription)
          sendSignal({ description: connection.localDescription.toJSON() as RTCSessionDescriptionInit });
        return;
      }
      if ('media' in signal) return emit({ kind: 'other', ...signal.media });
      if ('description' in signal) {
        const { description } = signal;
        // An answer to an offer from before a reload.
        if (description.type === 'answer' && connection.signalingState !== 'have-local-offer') return;
        // An offer that was answered and then sent again, because its sender received `isReady` after it. A second
        // answer could arrive as the answer to a later offer.
        if (description.type === 'offer' && originOf(description) === lastOffer) return;
        const collides =
          description.type === 'offer' && (isOffering || connection.signalingState !== 'stable');
        ignoresOffer = !isPolite && collides;
        if (ignoresOffer) return;
        await connection.setRemoteDescription(description);
        if (description.type !== 'offer') return;
        lastOffer = originOf(description);
        await connection.setLocalDescription();
        if (connection.localDescription)
          sendSignal({ description: connection.localDescription.toJSON() as RTCSessionDescriptionInit });
        return;
      }
      await connection.addIceCandidate(signal.candidate).catch((error: unknown) => {
        if (!ignoresOffer && connection.remoteDescription) throw error;
      });
    },
    setMuted(isMuted) {
      media = { ...media, isMuted };
      applyMedia();
    },
    setCameraOff(isCameraOff) {
      media = { ...media, isCameraOff };
      applyMedia();
    },
    async shareScreen() {
      try {
        const stream = await navigator.mediaDevices.getDisplayMedia({ video: true });
        const [track] = stream.getVideoTracks();
        if (!track) return false;
        screen = track;
        track.onended = () => {
          stopSharing();
          emit({ kind: 'ended', what: 'screen' });
        };
        await videoSender?.replaceTrack(track);
        sayMedia();
        return true;
      } catch {
        return false;
      }
    },
    stopSharing,
    show(who, element) {
      elements[who] = element;
      attach(who);
      if (who === 'other' && element && chosen.speaker !== '' && 'setSinkId' in element)
        void element.setSinkId(chosen.speaker).catch(() => undefined); // unplugged: the default speaker
    },
    disconnect,
    close() {
      calls += 1;
      disconnect();
      screen?.stop();
      screen = null;
      for (const track of own?.getTracks() ?? []) {
        track.onended = null;
        track.stop();
      }
      own = null;
      navigator.mediaDevices?.removeEventListener('devicechange', sayDevices);
      media = { isMuted: false, isCameraOff: false };
      attach('me');
    },
  };
}

const definedOf = ({ urls, username, credential }: IceServer): RTCIceServer => ({
  urls,
  ...(username !== undefined && { username }),
  ...(credential !== undefined && { credential }),
});
