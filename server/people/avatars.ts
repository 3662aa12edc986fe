import type { Pool } from 'pg';
import { and, eq, ne } from '#server/db/drizzle.ts';
import { newId } from '#server/db/ids.ts';
import { avatars, users } from '#server/db/schema/people.ts';
import { asAuth, type TenantTransaction } from '#server/db/withTenant.ts';
import type { Viewer } from '#server/http/viewer.ts';

export const AVATAR_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
/** Pictures are stored as WebP; older ones may have another type. */
const ENCODED_TYPE: AvatarType = 'image/webp';
export type AvatarType = (typeof AVATAR_TYPES)[number];

/** The image type by the first bytes of the file. The content type of the request is not trusted. */
export function imageTypeOf(bytes: Buffer): AvatarType | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return 'image/png';
  const [riff, webp] = [bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)];
  return riff === 'RIFF' && webp === 'WEBP' ? 'image/webp' : null;
}

/** Replaces the picture of the user. The previous one is deleted, so its URL responds with 404. */
export async function replaceAvatar(
  tx: TenantTransaction,
  { userId, tenantId }: Viewer,
  bytes: Buffer,
): Promise<string> {
  const id = newId();
  await tx.insert(avatars).values({ id, tenantId, userId, mediaType: ENCODED_TYPE, bytes });
  await tx.update(users).set({ avatarId: id }).where(eq(users.id, userId));
  await tx.delete(avatars).where(and(eq(avatars.userId, userId), ne(avatars.id, id)));
  return id;
}

export async function removeAvatar(tx: TenantTransaction, { userId }: Viewer) {
  await tx.update(users).set({ avatarId: null }).where(eq(users.id, userId));
  await tx.delete(avatars).where(eq(avatars.userId, userId));
}

/** Reads a picture by its id. `<img>` sends no token, so the id must be unguessable. */
export async function readAvatar(pool: Pool, id: string) {
  const [avatar] = await asAuth(pool, (tx) =>
    tx.select({ mediaType: avatars.mediaType, bytes: avatars.bytes }).from(avatars).where(eq(avatars.id, id)),
  );
  return avatar;
}
