/** The methods in use of the browser's lock manager. */
export type Locks = Pick<LockManager, 'request'>;

/** A BroadcastChannel, or an object that behaves like one. */
export interface TabChannel {
  post(message: unknown): void;
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}

/** Features that the tabs of one browser share. */
export interface Tabs {
  /** Undefined over plain http on a network address. */
  locks: Locks | undefined;
  /** Null where the browser has no BroadcastChannel. */
  open(name: string): TabChannel | null;
}
