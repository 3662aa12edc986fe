import { openTestDatabase } from '#test/support/testDatabase.ts';

it('computes the search words of people with an empty search path, as pg_restore does', async () => {
  const database = await openTestDatabase();
  try {
    const client = await database.pool.connect();
    await client.query("begin; set local search_path to ''");
    const { rows } = await client.query<{ words: string }>(
      "select public.person_search_words('Zoë Ann', 'Åkesson', 'zoe@lark.example')::text as words",
    );
    await client.query('rollback');
    client.release();
    expect(rows[0]?.words).toBe("'akesson' 'ann' 'zoe' 'zoe@lark.example'");
  } finally {
    await database.close();
  }
});
