/** Permission bits, as encoded in tokens. */
export const BIT = { read: 1, write: 2, manage: 4, delete: 8, get: 32, update: 64, join: 128 } as const;
export type Bit = (typeof BIT)[keyof typeof BIT];

/** Kinds of resources that permissions are granted for. */
export type Resource = 'channels' | 'groups' | 'uuids';
export const RESOURCES: readonly Resource[] = ['channels', 'groups', 'uuids'];
