/** The package has no types; this is the part that the server uses. */
declare module 'fs-native-extensions' {
  /** Requests an exclusive lock of the open file. False if another open file holds it. */
  export function tryLock(file: number): boolean;
}
