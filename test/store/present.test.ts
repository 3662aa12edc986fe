import { parseNotification } from '#contract/notifications/notifications.ts';
import { linkOf, presentNotification } from '#store/notifications/present.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';

const payload = {
  userId: 9,
  programId: PROGRAM_ID,
  programName: 'Leading well',
  surveyName: 'Autumn survey',
  surveyId: 'cccccccccccccccc',
  extraPayload: { sessionId: 'dddddddddddddddd', behaviorName: 'Listening' },
};
function present(notificationType: string, over = {}, name = 'Max Mustermann') {
  const { notification } = parseNotification({ notificationType, payload: { ...payload, ...over } });
  if (!notification) throw new Error('The message is not a notification');
  return presentNotification(notification, { name, isMany: false });
}
const textOf = (type: string, over = {}) =>
  present(type, over)
    .parts.map(({ text }) => text)
    .join('');
const topics = {
  label: 'View topics',
  path: `/program/${PROGRAM_ID}/sessions/9?show=topics`,
  state: { showTopics: true },
};

const change = { objectiveId: 'eeeeeeeeeeeeeeee', changeId: 'ffffffffffffffff' };

describe('a notification', () => {
  it('opens the topic or change that it is about', () => {
    const topic = { topicId: 'gggggggggggggggg', behaviorName: 'Listening' };
    expect(present('LEARNER_COMPLETED_TOPIC', { extraPayload: topic }).link?.path).toBe(
      `/program/${PROGRAM_ID}/sessions/9?show=topics#topic-gggggggggggggggg`,
    );
    expect(present('NEW_INTERACTIVE_CONTENT_UPLOADED', { extraPayload: topic }).link?.path).toBe(
      `/program/${PROGRAM_ID}#topic-gggggggggggggggg`,
    );
    expect(present('MANAGER_UPDATED_USER_OBJECTIVE', { extraPayload: change }).link?.path).toBe(
      '/profile?show=objectives&objective=eeeeeeeeeeeeeeee#change-ffffffffffffffff',
    );
  });

  it.each([
    ['LEARNER_UPDATED_PROGRAM_GOALS', 'Max Mustermann has updated goals in: Leading well.', topics],
    ['LEARNER_COMPLETED_TOPIC', 'Max Mustermann completed the topic Listening in Leading well', topics],
    [
      'LEARNER_COMPLETED_ALL_TOPICS',
      'Max Mustermann has completed all selected topics in Leading well',
      topics,
    ],
    [
      'SCHEDULE_SESSION_REMINDER',
      'A friendly reminder to schedule a session in Leading well.',
      { label: 'Schedule session', path: `/program/${PROGRAM_ID}/plan-session`, state: null },
    ],
    [
      'COMPLETE_SURVEY_REMINDER',
      'You have been invited to participate in the survey: Autumn survey',
      { label: 'View survey', path: '/survey/participate/cccccccccccccccc', state: null },
    ],
    [
      'MANAGER_UPDATED_USER_OBJECTIVE',
      'Max Mustermann has modified your growth objectives.',
      { label: 'See change', path: '/profile', state: null },
    ],
    [
      'NEW_INTERACTIVE_CONTENT_UPLOADED',
      'Max Mustermann has uploaded new interactive challenge content to Leading well',
      { label: 'View program', path: `/program/${PROGRAM_ID}`, state: null },
    ],
    [
      'INVITED_TO_PROGRAM',
      'Max Mustermann has invited you to the program Leading well.',
      { label: 'View invitation', path: `/program/${PROGRAM_ID}#answer-invitation`, state: null },
    ],
    [
      'PEER_JOINED_SESSION',
      'Max Mustermann has joined your coaching session.',
      {
        label: 'Join Now',
        path: `/program/${PROGRAM_ID}/coaching/dddddddddddddddd?type=remote&show=join`,
        state: null,
      },
    ],
  ])('has its own text and link for the type %s', (type, text, link) => {
    expect(textOf(type)).toBe(text);
    expect(present(type).link).toEqual(link);
  });

  it('has a general text and no link for an unknown type', () => {
    expect(textOf('SOMETHING_NEW')).toBe('Max Mustermann accomplished something in Leading well.');
    expect(present('SOMETHING_NEW').link).toBeNull();
  });

  it('has a text but no link if the payload is empty', () => {
    const nothing = {
      userId: null,
      programId: null,
      programName: null,
      surveyName: null,
      surveyId: null,
      extraPayload: null,
    };
    expect(textOf('SCHEDULE_SESSION_REMINDER', nothing)).toBe('A friendly reminder to schedule a session.');
    for (const type of ['LEARNER_COMPLETED_TOPIC', 'COMPLETE_SURVEY_REMINDER', 'PEER_JOINED_SESSION'])
      expect(textOf(type, nothing)).toBe('Max Mustermann accomplished something.');
    for (const type of ['LEARNER_COMPLETED_TOPIC', 'SCHEDULE_SESSION_REMINDER', 'PEER_JOINED_SESSION'])
      expect(present(type, nothing).link).toBeNull();
  });

  it('inserts names as text, and ids as one path segment', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    expect(present('MANAGER_UPDATED_USER_OBJECTIVE', {}, hostile).parts[0]).toEqual({
      text: hostile,
      isStrong: true,
    });
    const reminder = (programId: string) =>
      linkOf({ type: 'SCHEDULE_SESSION_REMINDER', payload: { programId } });
    expect(reminder('../../admin')).toBeNull();
    expect(reminder('/evil.example')).toBeNull();
  });
});
