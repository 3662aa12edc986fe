import { readFileSync } from 'node:fs';
import { personalData } from '#server/administration/personalData/personalDataMap.ts';
import { startApi, type TestApi } from '#test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
}, 60_000);
afterAll(() => api.close());

it('lists exactly the tables of the database', async () => {
  const { rows } = await api.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  // For a new table, describe in personalDataMap.ts and docs/personal-data.md what it stores about people.
  expect(Object.keys(personalData).sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('has the same purposes and retention times in docs/personal-data.md', () => {
  const document = readFileSync('docs/personal-data.md', 'utf8');
  const lines = Object.entries(personalData)
    .map(
      ([table, { purpose, rows, retention }]) =>
        `| \`${table}\` | ${purpose} | ${rows ? 'yes' : 'no'} | ${retention} |`,
    )
    .sort();
  expect(document.split('\n').filter((line) => line.startsWith('| `'))).toEqual(lines);
});

it('names only columns that exist', async () => {
  for (const [table, { rows, omit = [] }] of Object.entries(personalData)) {
    if (rows) await api.pool.query(`select 1 from ${table} where ${rows.replaceAll('$id', '1')}`);
    for (const column of omit) await api.pool.query(`select ${column} from ${table} limit 0`);
  }
});
