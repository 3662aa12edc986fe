import * as z from 'zod/mini';
import { NAME_MAX_LENGTH } from '#contract/limits.ts';
import { participantSchema } from '#contract/people.ts';
import { numericId, singleLineText } from '#contract/text.ts';

/** For administrators only; 404 for others. See docs/decisions/0050-departments.md. */

export const departmentSchema = z.object({
  departmentId: numericId,
  name: z.string(),
  /** Null: a top-level department. */
  parentId: z.nullable(numericId),
  head: z.nullable(participantSchema),
  /** Active members of the department, without the departments below it. */
  direct: z.int(),
  /** Active members of the department and all departments below it. */
  total: z.int(),
});
export type Department = z.infer<typeof departmentSchema>;

/** GET /api/admin/departments. The totals of the top departments and `withoutDepartment` add up to `people`. */
export const departmentsSchema = z.object({
  /** Sorted by name. */
  data: z.array(departmentSchema),
  withoutDepartment: z.int(),
  people: z.int(),
});
export type Departments = z.infer<typeof departmentsSchema>;

/** GET /api/admin/departments/{departmentId}: figures that include all departments below it. */
export const departmentPageSchema = z.extend(departmentSchema, {
  invited: z.int(),
  managers: z.int(),
  activeIn28Days: z.int(),
  /** Programs with at least one member who takes part now. */
  programs: z.int(),
});
export type DepartmentPage = z.infer<typeof departmentPageSchema>;

const name = singleLineText(NAME_MAX_LENGTH);
const parentId = z.nullable(numericId);
const headId = z.nullable(numericId);

/**
 * POST /api/admin/departments. 422 if a department with the same parent has this name, or the tree would have more than
 * 8 levels.
 */
export const newDepartmentSchema = z.object({
  name,
  parentId: z.optional(parentId),
  headId: z.optional(headId),
});
export type NewDepartment = z.infer<typeof newDepartmentSchema>;

/** PATCH /api/admin/departments/{departmentId}: renames, moves, or sets the head. */
export const departmentChangeSchema = z
  .object({ name: z.optional(name), parentId: z.optional(parentId), headId: z.optional(headId) })
  .check(
    z.refine((fields) => Object.values(fields).some((value) => value !== undefined), {
      error: 'changes nothing',
    }),
  );
export type DepartmentChange = z.infer<typeof departmentChangeSchema>;

/** POST /api/admin/departments/{departmentId}/merge: people and departments move to `intoId`; the department disappears. */
export const departmentMergeSchema = z.object({ intoId: numericId });
