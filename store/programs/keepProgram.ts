import type { Program } from '#contract/programs.ts';
import { programsApi } from './programsApi.ts';

interface Lifecycle<Answer> {
  dispatch: (action: ReturnType<typeof programsApi.util.upsertQueryData>) => unknown;
  queryFulfilled: PromiseLike<{ data: Answer }>;
}

/** An answer that carries the program takes the place of what the screen shows, without another call. */
export async function keepProgram<Answer>(
  programId: string,
  { dispatch, queryFulfilled }: Lifecycle<Answer>,
  programOf: (answer: Answer) => Program,
) {
  const answer = await queryFulfilled.then(
    ({ data }) => data,
    () => null, // the screen shows the error
  );
  if (answer !== null)
    void dispatch(programsApi.util.upsertQueryData('getProgram', { programId }, programOf(answer)));
}

/** After a refusal (409, 422) the program is not what the screen showed: it is read again. */
export const tagsAfter = (error: unknown, programId: string) =>
  error
    ? ([{ type: 'Program', id: programId }] as const)
    : (['ProgramList', 'Home', { type: 'Goals', id: programId }, { type: 'Why', id: programId }] as const);
