import { customType, integer, timestamp } from '../drizzle.ts';

/** An instant. Inside the server it is a Date, on the wire ISO 8601. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const tenantId = () => integer('tenant_id').notNull();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
