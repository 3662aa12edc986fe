/** A stored row: every column as text, with the place and the transaction of the row. */
export type StoredRow = Record<string, string | null>;

/** The data that is stored about people: a table whose rows name a person in the column `person`. */
export interface PersonTable {
  name: string;
  rows: readonly (StoredRow & { person: string })[];
}

export interface Linkage {
  /** Column of a person's table and column of the responses. */
  columns: string;
  /** The smallest number of people that a response can belong to, according to the two columns. */
  candidates: number;
}

const columnsOf = (rows: readonly StoredRow[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))];
/** Shorter values are contained in random ones by chance. */
const LONG = 10;
const isLong = (value: string) => value.length >= LONG;

/**
 * Joins every column about people with every column of the responses: by equal values, and by values that contain each other.
 * A join that leaves fewer people for a response than have answered is better than chance.
 */
export function findLinkages(
  people: readonly string[],
  tables: readonly PersonTable[],
  responses: readonly StoredRow[],
): Linkage[] {
  const linkages: Linkage[] = [];
  for (const table of tables)
    for (const personColumn of columnsOf(table.rows))
      for (const column of columnsOf(responses)) {
        let candidates = people.length;
        for (const response of responses) {
          const matching = matchesOf(table, personColumn, response[column] ?? null);
          if (matching.size > 0) candidates = Math.min(candidates, matching.size);
        }
        linkages.push({ columns: `${table.name}.${personColumn} with ${column}`, candidates });
      }
  return linkages;
}

/** People whose value in the column equals, contains or is contained in a value of a response. */
function matchesOf({ rows }: PersonTable, column: string, value: string | null): Set<string> {
  const matching = new Set<string>();
  if (value === null || value === '') return matching;
  for (const row of rows) {
    const own = row[column];
    if (!own) continue;
    const isEqual = own === value;
    const isInside = (isLong(own) && value.includes(own)) || (isLong(value) && own.includes(value));
    if (isEqual || isInside) matching.add(row.person);
  }
  return matching;
}
