import * as z from 'zod/mini';
import { type NotificationMessage, parseNotification } from '#contract/notifications.ts';
import { defineNotificationType } from '#contract/notificationTypes.ts';

const payload = z.object({ userId: z.number(), city: z.string() });
const text = ({ city }: { city: string }) => [{ text: `Welcome to ${city}`, isStrong: false }];
const link = () => null;

describe('a new notification type', () => {
  it('compiles with a payload, a text, a link and whether it changes screens', () => {
    const complete = defineNotificationType({ payload, text, link, changesScreens: true });
    expect(complete.text({ userId: 1, city: 'Zürich' }, { name: 'Max', isMany: false })).toEqual([
      { text: 'Welcome to Zürich', isStrong: false },
    ]);
  });

  it('does not compile without one of them', () => {
    const incomplete = [
      // @ts-expect-error: without a payload
      () => defineNotificationType({ text, link, changesScreens: true }),
      // @ts-expect-error: without a text
      () => defineNotificationType({ payload, link, changesScreens: true }),
      // @ts-expect-error: without a link
      () => defineNotificationType({ payload, text, changesScreens: true }),
      // @ts-expect-error: without the decision about open screens
      () => defineNotificationType({ payload, text, link }),
      () =>
        defineNotificationType({
          payload,
          // @ts-expect-error: the text uses a field that the payload does not have
          text: ({ country }) => [{ text: country, isStrong: false }],
          link,
          changesScreens: true,
        }),
    ];
    expect(incomplete).toHaveLength(5);
  });
});

it('lets the server send known types with their payload only', () => {
  const goals: NotificationMessage = {
    notificationType: 'LEARNER_UPDATED_PROGRAM_GOALS',
    payload: { userId: 9, programId: 'aaaaaaaaaaaaaaaa', programName: 'Leading well' },
  };
  // @ts-expect-error: the program is missing
  const partial: NotificationMessage = { ...goals, payload: { userId: 9 } };
  // @ts-expect-error: no entry in the registry
  const unknown: NotificationMessage = { ...goals, notificationType: 'SOMETHING_NEW' };
  expect([goals, partial, unknown].map((message) => parseNotification(message).notification?.type)).toEqual([
    'LEARNER_UPDATED_PROGRAM_GOALS',
    'OTHER',
    'OTHER',
  ]);
});

it('reports a known type with an unexpected payload, and not an unknown type', () => {
  const parse = (notificationType: unknown, sent: unknown) =>
    parseNotification({ notificationType, payload: sent });
  expect(parse('COMPLETE_SURVEY_REMINDER', { surveyId: 7 })).toMatchObject({
    notification: { type: 'OTHER' },
    error: expect.anything(),
  });
  expect(parse('SOMETHING_NEW', { userId: 9 })).toEqual({
    notification: { type: 'OTHER', payload: { userId: 9 } },
    error: null,
  });
  expect(parse('SOMETHING_NEW', { userId: 'nine' })).toMatchObject({
    notification: null,
    error: expect.anything(),
  });
  expect(parse(7, 'broken')).toMatchObject({ notification: null, error: expect.anything() });
  expect(parse('constructor', {}).notification?.type).toBe('OTHER');
});
