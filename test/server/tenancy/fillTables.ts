import type { Objective } from '#contract/objectives.ts';
import type { TestApi } from '#test/support/api.ts';
import type { TestOrganisation } from '#test/support/testOrganisation.ts';

/** Adds rows to tables that are empty in a new organisation, by calling the API. */
export async function fillTables(api: TestApi, org: TestOrganisation) {
  const learner = await api.as(org, org.learner);
  const manager = await api.as(org, org.manager);
  const { body: objective } = await learner.post<Objective>('/api/objectives', {
    title: 'An objective',
    why: null,
    measure: { kind: 'text', text: 'Seen' },
    dueOn: null,
    ifThenPlan: null,
    topicId: null,
    visibility: 'manager',
    state: 'active',
  });
  const url = `/api/objectives/${objective.objectiveId}`;
  await learner.post(`${url}/notes`, { text: 'A note', value: null, isShared: true });
  const { title: _title, ...fields } = objective;
  await manager.put(url, { ...fields, title: 'Another title', reason: 'Because' });
  await api.pool.query(`update programs set confirmation = 'coach' where id = $1`, [org.programId]);
  await learner.put(`/api/programs/${org.programId}/topics/${org.topicIds[1]}/completion`);
  await manager.post(`/api/programs/${org.programId}/invitations`, {
    userIds: [org.colleague.userId],
    coachId: null,
    dueOn: null,
  });
  await learner.put('/api/home/marks', { keys: ['next_step:any'], mark: 'tomorrow' });
  const { rows } = await api.pool.query<{ id: string }>(
    'select id from objective_changes where objective_id = $1',
    [objective.objectiveId],
  );
  return { objectiveId: objective.objectiveId, changeId: rows[0]?.id ?? '' };
}
