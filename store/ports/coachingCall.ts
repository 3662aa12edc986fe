export type OwnMedia = 'ready' | 'audio' | 'refused' | 'missing';
export type CallState = 'connecting' | 'connected' | 'reconnecting' | 'failed';

export interface IceServer {
  urls: string;
  username?: string | undefined;
  credential?: string | undefined;
}

export type CallEvent =
  /** Signalling for the other person's browser. */
  | { kind: 'signal'; data: string }
  | { kind: 'state'; state: CallState }
  | { kind: 'other'; isMuted: boolean; isCameraOff: boolean }
  /** A device was unplugged, or the person stopped sharing in the browser. */
  | { kind: 'ended'; what: 'microphone' | 'camera' | 'screen' };

/** Audio and video between two browsers. Nothing plays before `open`, which only a saga calls. */
export interface CoachingCall {
  listen(onEvent: (event: CallEvent) => void): () => void;
  /** Asks for camera and microphone, otherwise for the microphone alone. */
  open(): Promise<OwnMedia>;
  /** Connects to one tab of the other person. `isPolite`: this side gives way when both negotiate at once. */
  connect(options: { isPolite: boolean; iceServers: readonly IceServer[] }): void;
  receive(data: string): Promise<void>;
  setMuted(isMuted: boolean): void;
  setCameraOff(isCameraOff: boolean): void;
  /** False when the person chose nothing to share. */
  shareScreen(): Promise<boolean>;
  stopSharing(): void;
  /** Plays a picture in an element; null removes it. */
  show(who: 'me' | 'other', element: HTMLVideoElement | null): void;
  disconnect(): void;
  /** Ends the connection and releases camera and microphone. */
  close(): void;
}
