import * as z from 'zod/mini';
import { instant, randomId, singleLineText } from '#contract/text.ts';
import { auditHistorySchema } from './audit.ts';

/** For administrators only; 404 for others (decision 0056). */

/** 2, so that an administrator can replace one while the other is in use. */
export const MAX_DIRECTORY_TOKENS = 2;

const directoryTokenSchema = z.object({
  tokenId: randomId,
  name: z.string(),
  createdAt: instant,
  createdBy: z.nullable(z.string()),
  /** Accurate to the minute. Null: never used. */
  lastUsedAt: z.nullable(instant),
});

export const DIRECTORY_ERROR_DAYS = 7;
const directoryErrorSchema = z.object({
  errorId: z.string(),
  tokenName: z.string(),
  /** Method and resource type, such as `POST /Users`. */
  request: z.string(),
  /** The person or group. For a new one: the name in the request. */
  subject: z.nullable(z.string()),
  status: z.int(),
  detail: z.string(),
  times: z.int(),
  firstAt: instant,
  lastAt: instant,
});
export type DirectoryError = z.infer<typeof directoryErrorSchema>;

/** GET /api/admin/directory. */
export const directorySchema = z.object({
  /** The address that an administrator enters in the directory. */
  baseUrl: z.string(),
  tokens: z.array(directoryTokenSchema),
  /** Numbers of people and groups that the directory manages. */
  people: z.int(),
  groups: z.array(
    z.object({
      groupId: randomId,
      name: z.string(),
      members: z.int(),
      /** The group's effect in the single sign-on settings: a department, the administrator right, or nothing. */
      means: z.enum(['department', 'administrator', 'nothing']),
      departmentName: z.nullable(z.string()),
    }),
  ),
  /** The newest changes by the directory. */
  changes: auditHistorySchema,
  /** Refused requests from the last few days, newest first. Identical requests share a row with a count. */
  errors: z.object({ data: z.array(directoryErrorSchema), hasMore: z.boolean() }),
});
export type Directory = z.infer<typeof directorySchema>;

/** POST /api/admin/directory/tokens. 422 if 2 tokens exist. */
export const newDirectoryTokenSchema = z.object({ name: singleLineText(80) });
/** The token is sent only once. */
export const createdDirectoryTokenSchema = z.object({ token: z.string(), directory: directorySchema });
export type CreatedDirectoryToken = z.infer<typeof createdDirectoryTokenSchema>;
export const directoryTokenParams = z.object({ tokenId: randomId });
