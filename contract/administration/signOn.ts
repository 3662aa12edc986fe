import * as z from 'zod/mini';
import { signOnMode, signOnRefusal } from '#contract/access/signOn.ts';
import { participantSchema } from '#contract/people.ts';
import { instant, numericId, singleLineText } from '#contract/text.ts';

/** For administrators only; 404 for others (decision 0055). */

export const MAX_GROUPS = 100;
export const MAX_DOMAINS = 50;

/** What membership in a group of the identity provider grants: a department, or the administrator right (null). */
export const groupRuleSchema = z.object({
  group: singleLineText(200),
  departmentId: z.nullable(numericId),
});
export type GroupRule = z.infer<typeof groupRuleSchema>;

/**
 * PUT /api/admin/sign-on. Without `clientSecret`, the saved secret stays. 409: another administrator has saved in the
 * meantime.
 */
export const signOnChangeSchema = z.object({
  /** Version of the settings that the change is based on; 0 before the first save. */
  version: z.int(),
  issuer: singleLineText(500),
  clientId: singleLineText(200),
  clientSecret: z.optional(singleLineText(500)),
  mode: signOnMode,
  emergencyAdminId: z.nullable(numericId),
  createsPeople: z.boolean(),
  groups: z.array(groupRuleSchema).check(z.maxLength(MAX_GROUPS, `has more than ${MAX_GROUPS} groups`)),
});
export type SignOnChange = z.infer<typeof signOnChangeSchema>;

const domainName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253, 'must be at most 253 characters'),
    z.regex(
      /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
      'must be a domain such as company.example',
    ),
  );
/** POST /api/admin/sign-on/domains. */
export const newDomainSchema = z.object({ domain: domainName });
export const domainParams = z.object({ domain: domainName });

export const signOnDomainSchema = z.object({
  domain: z.string(),
  people: z.int(),
  isVerified: z.boolean(),
  /** Null: not verified, or assigned by the operator. */
  verifiedAt: z.nullable(instant),
  /** The text of the TXT record that proves the domain; null when it is verified. */
  record: z.nullable(z.string()),
});
export type SignOnDomain = z.infer<typeof signOnDomainSchema>;

/** The viewer's newest test in the last hour. */
export const signOnTestSchema = z.object({
  state: z.enum(['running', 'passed', 'failed']),
  at: instant,
  refusal: z.nullable(signOnRefusal),
  /** Response of the identity provider, or result of our check. */
  detail: z.nullable(z.string()),
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type SignOnTest = z.infer<typeof signOnTestSchema>;

/** GET /api/admin/sign-on. The client secret is never sent. */
export const signOnSettingsSchema = z.object({
  /** Null until the settings are saved for the first time. */
  settings: z.nullable(
    z.object({
      issuer: z.string(),
      clientId: z.string(),
      secretSavedAt: instant,
      mode: signOnMode,
      emergencyAdminId: z.nullable(numericId),
      createsPeople: z.boolean(),
      groups: z.array(groupRuleSchema),
      /** When the current values last passed a test; null: not tested. */
      testedAt: z.nullable(instant),
      version: z.int(),
      changedBy: z.nullable(participantSchema),
      changedAt: z.nullable(instant),
    }),
  ),
  /** The address to register at the identity provider. */
  redirectUri: z.string(),
  domains: z.array(signOnDomainSchema),
  test: z.nullable(signOnTestSchema),
  /** Active administrators with a password. Each can be the emergency administrator. */
  administrators: z.array(z.object({ userId: numericId, name: z.string() })),
  /** Active people whose password stops working when single sign-on is enforced. */
  peopleWithPassword: z.int(),
  /** Active people who could not sign in without single sign-on until they set a password. */
  peopleWithoutPassword: z.int(),
  /** Active people whose address is not on a verified domain. */
  peopleWithoutDomain: z.int(),
});
export type SignOnSettings = z.infer<typeof signOnSettingsSchema>;
