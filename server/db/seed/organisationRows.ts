import type { objectiveChanges, objectiveNotes, objectives } from '#server/db/schema/objectives.ts';
import type { departments, users } from '#server/db/schema/people.ts';
import type {
  enrolments,
  enrolmentTopics,
  goalChanges,
  goals,
  programs,
  programTopics,
  stepRecords,
  topicCompletions,
  topicConfirmations,
  topicProposals,
  topicSteps,
  topics,
  topicVersions,
} from '#server/db/schema/programs.ts';
import type { propensityResults } from '#server/db/schema/propensity.ts';
import type { tenantDomains, tenants } from '#server/db/schema/tenants.ts';

/** The rows of one organisation, in an order that satisfies foreign keys. */
export interface OrganisationRows {
  tenant: typeof tenants.$inferInsert & { id: number };
  domains: (typeof tenantDomains.$inferInsert)[];
  departments: (typeof departments.$inferInsert)[];
  users: (typeof users.$inferInsert & { id: number })[];
  topics: (typeof topics.$inferInsert)[];
  topicVersions: (typeof topicVersions.$inferInsert)[];
  topicSteps: (typeof topicSteps.$inferInsert)[];
  programs: (typeof programs.$inferInsert)[];
  programTopics: (typeof programTopics.$inferInsert)[];
  enrolments: (typeof enrolments.$inferInsert)[];
  enrolmentTopics: (typeof enrolmentTopics.$inferInsert)[];
  goals: (typeof goals.$inferInsert)[];
  goalChanges: (typeof goalChanges.$inferInsert)[];
  stepRecords: (typeof stepRecords.$inferInsert)[];
  topicCompletions: (typeof topicCompletions.$inferInsert)[];
  topicConfirmations: (typeof topicConfirmations.$inferInsert)[];
  topicProposals: (typeof topicProposals.$inferInsert)[];
  objectives: (typeof objectives.$inferInsert & { id: string })[];
  objectiveNotes: (typeof objectiveNotes.$inferInsert)[];
  objectiveChanges: (typeof objectiveChanges.$inferInsert)[];
  propensityResults: (typeof propensityResults.$inferInsert)[];
}

export const emptyRows = (tenant: OrganisationRows['tenant']): OrganisationRows => ({
  tenant,
  domains: [],
  departments: [],
  users: [],
  topics: [],
  topicVersions: [],
  topicSteps: [],
  programs: [],
  programTopics: [],
  enrolments: [],
  enrolmentTopics: [],
  goals: [],
  goalChanges: [],
  stepRecords: [],
  topicCompletions: [],
  topicConfirmations: [],
  topicProposals: [],
  objectives: [],
  objectiveNotes: [],
  objectiveChanges: [],
  propensityResults: [],
});
