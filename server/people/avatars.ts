import type { Pool } from 'pg';
import { and, eq, ne } from '../db/drizzle.ts';
import { newId } from '../db/ids.ts';
import { avatars, users } from '../db/schema/people.ts';
import { atTheDoor, type TenantTransaction } from '../db/withTenant.ts';
import type { Viewer } from '../http/viewer.ts';

export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type AvatarType = (typeof AVATAR_TYPES)[number];

/** What the bytes are, by how they begin and not by what the sender calls them. */
export function imageTypeOf(bytes: Buffer): AvatarType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png';
  const [riff, webp] = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)];
  return riff === 'RIFF' && webp === 'WEBP' ? 'image/webp' : null;
}

/** Puts a picture in the place of the last one, which is gone with it: its address answers no more. */
export async function replaceAvatar(
  tx: TenantTransaction,
  { userId, tenantId }: Viewer,
  mediaType: AvatarType,
  bytes: Buffer,
): Promise<string> {
  const id = newId();
  await tx.insert(avatars).values({ id, tenantId, userId, mediaType, bytes });
  await tx.update(users).set({ avatarId: id }).where(eq(users.id, userId));
  await tx.delete(avatars).where(and(eq(avatars.userId, userId), ne(avatars.id, id)));
  return id;
}

export async function removeAvatar(tx: TenantTransaction, { userId }: Viewer) {
  await tx.update(users).set({ avatarId: null }).where(eq(users.id, userId));
  await tx.delete(avatars).where(eq(avatars.userId, userId));
}

/** By its id alone: <img> sends no token, so the id is one that nobody can guess. */
export async function readAvatar(pool: Pool, id: string) {
  const [avatar] = await atTheDoor(pool, (tx) =>
    tx.select({ mediaType: avatars.mediaType, bytes: avatars.bytes }).from(avatars).where(eq(avatars.id, id)),
  );
  return avatar;
}
