import type { Profile } from '#contract/profile.ts';
import { profileApi } from '#store/profile/profileApi.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { aCompletion, aProgram, PROGRAM_ID, TOPIC_ID } from '#test/fixtures/programs.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json, problem } from '#test/support/fakeApi.ts';

const start = clientsUnderFakeTimers();
const COMPLETION = `PUT /api/programs/${PROGRAM_ID}/topics/${TOPIC_ID}/completion`;
const selectProgram = programsApi.endpoints.getProgram.select({ programId: PROGRAM_ID });
const completeTopic = programsApi.endpoints.completeTopic.initiate({
  programId: PROGRAM_ID,
  topicId: TOPIC_ID,
});

const edit = { firstName: 'Lea', lastName: 'Larsen', title: null, timeZone: 'Europe/Berlin', version: 1 };
const savedProfile: Profile = {
  ...edit,
  pronouns: null,
  locale: null,
  workingHours: null,
  helpTopics: [],
  emailAddress: 'lena@demo.example',
  departmentName: null,
  managerName: null,
  userAvatar: null,
  initials: 'LL',
  lastProfileUpdate: '2026-11-21T10:00:00.000Z',
  version: 2,
};

describe('cached data after a mutation', () => {
  it('is replaced by the program in the response', async () => {
    const lena = start({ answers: { [COMPLETION]: () => json(aCompletion(false)) } });
    await pass(100);
    void lena.store.dispatch(completeTopic);
    await pass(50);
    expect(selectProgram(lena.state()).data).toEqual(aProgram());
  });

  it('stays unchanged if the mutation fails', async () => {
    const lena = start({ answers: { [COMPLETION]: () => problem(422, 'not-possible') } });
    await pass(100);
    void lena.store.dispatch(completeTopic);
    await pass(50);
    expect(selectProgram(lena.state()).data).toBeUndefined();
  });

  it('includes the session user when the profile is saved', async () => {
    const lena = start({ answers: { 'PUT /api/profile': () => json(savedProfile) } });
    await pass(100);
    void lena.store.dispatch(profileApi.endpoints.saveProfile.initiate(edit));
    await pass(50);
    expect(profileApi.endpoints.getProfile.select()(lena.state()).data).toEqual(savedProfile);
    expect(selectUser(lena.state())).toMatchObject({
      firstName: 'Lea',
      lastProfileUpdate: savedProfile.lastProfileUpdate,
    });
  });
});
