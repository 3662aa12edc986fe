import { customType, integer, timestamp } from '#server/db/drizzle.ts';

/** A point in time: a Date in the server, ISO 8601 in responses. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const tenantId = () => integer('tenant_id').notNull();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Words for the prefix search. The database computes them. */
export const wordList = customType<{ data: string }>({ dataType: () => 'tsvector' });
