import { presentNotification } from '#store/notifications/present.ts';
import { PROGRAM_ID } from '#test/fixtures/programs.ts';

const payload = {
  userId: 9,
  programId: PROGRAM_ID,
  programName: 'Leading well',
  surveyName: 'Autumn survey',
  surveyId: 'cccccccccccccccc',
  extraPayload: { sessionId: 'dddddddddddddddd', behaviorName: 'Listening' },
};
const textOf = (type: string, over = {}) =>
  presentNotification(type, { ...payload, ...over }, { name: 'Max Mustermann', isMany: false })
    .parts.map(({ text }) => text)
    .join('');
const linkOf = (type: string, over = {}) =>
  presentNotification(type, { ...payload, ...over }, { name: 'Max Mustermann', isMany: false }).link;
const topics = {
  label: 'View topics',
  path: `/program/${PROGRAM_ID}/sessions/9?show=topics`,
  state: { showTopics: true },
};

describe('a notification', () => {
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
      { label: 'Schedule session', path: `/program/${PROGRAM_ID}`, state: null },
    ],
    [
      'COMPLETE_SURVEY_REMINDER',
      'You have been invited to participate in the survey: Autumn survey',
      { label: 'Answer survey', path: '/survey/participate/cccccccccccccccc', state: null },
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
      'PEER_JOINED_SESSION',
      'Max Mustermann has joined your coaching session.',
      {
        label: 'Join Now',
        path: `/program/${PROGRAM_ID}/coaching/dddddddddddddddd?type=remote`,
        state: null,
      },
    ],
  ])('of type %s has its own text and a link', (type, text, link) => {
    expect(textOf(type)).toBe(text);
    expect(linkOf(type)).toEqual(link);
  });

  it('of an unknown type has a generic text and no link', () => {
    expect(textOf('SOMETHING_NEW')).toContain('accomplished');
    expect(linkOf('SOMETHING_NEW')).toBeNull();
  });

  it('with an empty payload is never blank and has no unsafe link', () => {
    const nothing = {
      userId: null,
      programId: null,
      programName: null,
      surveyName: null,
      surveyId: null,
      extraPayload: null,
    };
    for (const type of [
      'LEARNER_COMPLETED_TOPIC',
      'COMPLETE_SURVEY_REMINDER',
      'SCHEDULE_SESSION_REMINDER',
      'PEER_JOINED_SESSION',
    ]) {
      expect(textOf(type, nothing).length).toBeGreaterThan(10);
      expect(linkOf(type, nothing)).toBeNull();
    }
  });

  it('inserts names as text and ids as one path segment', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    expect(
      presentNotification('MANAGER_UPDATED_USER_OBJECTIVE', payload, { name: hostile, isMany: false })
        .parts[0],
    ).toEqual({
      text: hostile,
      isStrong: true,
    });
    expect(linkOf('SCHEDULE_SESSION_REMINDER', { programId: '../../admin' })).toBeNull();
    expect(linkOf('SCHEDULE_SESSION_REMINDER', { programId: '/evil.example' })).toBeNull();
  });
});
