export type OwnMedia = 'ready' | 'audio' | 'refused' | 'missing';
export type CallState = 'connecting' | 'connected' | 'reconnecting' | 'failed';

/** Quality at which the user's video is sent. `audio`: the connection is too weak for video. */
export type CallQuality = 'high' | 'medium' | 'low' | 'audio';
/** Whether this device can produce captions without sending the sound to a service. */
export type CaptionSupport = 'available' | 'not_installed' | 'unsupported';

export interface IceServer {
  urls: string;
  username?: string | undefined;
  credential?: string | undefined;
}

export type DeviceKind = 'microphone' | 'camera' | 'speaker';
/** The devices of this computer. `speaker` is empty if the browser offers no choice. */
export type Devices = Record<DeviceKind, { id: string; label: string }[]>;

export type CallEvent =
  /** Signalling for the other person's browser. */
  | { kind: 'signal'; data: string }
  | { kind: 'state'; state: CallState }
  | { kind: 'other'; isMuted: boolean; isCameraOff: boolean }
  /** The connection became weaker or stronger. */
  | { kind: 'quality'; quality: CallQuality }
  /** Devices were plugged in or out. */
  | { kind: 'devices'; devices: Devices }
  /** A device was unplugged, or the person stopped sharing in the browser. */
  | { kind: 'ended'; what: 'microphone' | 'camera' | 'screen' };

/** Audio and video between two browsers. Nothing plays before `open`, which only a saga calls. */
export interface CoachingCall {
  listen(onEvent: (event: CallEvent) => void): () => void;
  /** Asks for camera and microphone, otherwise for the microphone alone. */
  open(): Promise<OwnMedia>;
  devices(): Promise<Devices>;
  /** Uses another device from now on. */
  choose(kind: DeviceKind, id: string): Promise<void>;
  /** Reports to a screen how loud a person is, from 0 to 1, about 10 times per second. */
  listenLevel(who: 'me' | 'other', onLevel: (level: number) => void): () => void;
  captionSupport(language: string): Promise<CaptionSupport>;
  /** For screens, while they are shown: the other person's speech as text, produced on this device. */
  listenCaptions(language: string, onText: (text: string) => void): () => void;
  /** A short sound on the chosen speaker. */
  playSound(): Promise<void>;
  /** Connects to one tab of the other person. `isPolite`: this side gives way when both negotiate at the same time. */
  connect(options: { isPolite: boolean; iceServers: readonly IceServer[] }): void;
  receive(data: string): Promise<void>;
  setMuted(isMuted: boolean): void;
  setCameraOff(isCameraOff: boolean): void;
  /** False when the person chose nothing to share. */
  shareScreen(): Promise<boolean>;
  stopSharing(): void;
  /** Plays the video in an element; null removes it. */
  show(who: 'me' | 'other', element: HTMLVideoElement | null): void;
  disconnect(): void;
  /** Ends the connection and releases camera and microphone. */
  close(): void;
}
