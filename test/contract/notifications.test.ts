import * as z from 'zod/mini';
import { COMMENTS_TARGET } from '#contract/notifications/linkTargets.ts';
import { type NotificationMessage, parseNotification } from '#contract/notifications/notifications.ts';
import { type NotificationText, notificationTexts } from '#contract/notifications/notificationTexts.ts';
import { defineNotificationType } from '#contract/notifications/notificationTypes.ts';

const payload = z.object({ userId: z.number(), city: z.string() });
const text = ({ city }: { city: string }) => [{ text: `Welcome to ${city}`, isStrong: false }];
const link = () => null;
type Text = NotificationText<z.infer<typeof payload>>;

it('leads from proposed times to the choice of one, and from other changes of a session to its page', () => {
  const linkOf = (change: 'proposed' | 'confirmed') =>
    notificationTexts.COACHING_SESSION_CHANGED.link({
      userId: 1,
      programId: 'p',
      programName: 'P',
      extraPayload: { sessionId: 's', change },
    });
  expect(linkOf('proposed')?.path).toBe('/program/p/coaching/s?type=remote#choose-time');
  expect(linkOf('confirmed')?.path).toBe('/program/p/coaching/s?type=remote');
});

it('says that the later sessions of a series were cancelled, too', () => {
  const textOf = (following?: boolean) =>
    notificationTexts.COACHING_SESSION_CHANGED.text(
      {
        userId: 1,
        programId: 'p',
        programName: 'Leading well',
        extraPayload: { sessionId: 's', change: 'cancelled', following },
      },
      { name: 'Max' } as never,
    )
      .map(({ text }) => text)
      .join('');
  expect(textOf()).toBe('Max has cancelled your coaching session in Leading well.');
  expect(textOf(true)).toBe(
    'Max has cancelled your coaching session and the later sessions of its series in Leading well.',
  );
});

describe('a new notification type', () => {
  it('compiles with a payload, a text, a link and the flag for refreshing open screens', () => {
    const complete = {
      type: defineNotificationType({ payload, changesScreens: true }),
      ...({ text, link } satisfies Text),
    };
    expect(complete.type.changesScreens).toBe(true);
    expect(complete.text({ city: 'Zürich' })).toEqual([{ text: 'Welcome to Zürich', isStrong: false }]);
  });

  it('does not compile if one of them is missing', () => {
    const incomplete = [
      // @ts-expect-error: without a payload
      () => defineNotificationType({ changesScreens: true }),
      // @ts-expect-error: without a text
      () => ({ link }) satisfies Text,
      // @ts-expect-error: without a link
      () => ({ text }) satisfies Text,
      // @ts-expect-error: without the decision about open screens
      () => defineNotificationType({ payload }),
      () =>
        ({
          // @ts-expect-error: the text uses a field that the payload does not have
          text: ({ country }) => [{ text: country, isStrong: false }],
          link,
        }) satisfies Text,
    ];
    expect(incomplete).toHaveLength(5);
  });
});

it('allows the server to send only known types with their payload', () => {
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

it('describes a change made to several people, including a kind of change that only a newer server knows', () => {
  const { text } = notificationTexts.BULK_CHANGE_DONE;
  const textOf = (action: string, people: number) =>
    text({ extraPayload: { bulkId: 'abcdefghijklmnop', action, people } }, { name: '', isMany: false })
      .map((part) => part.text)
      .join('');
  expect(textOf('change-manager', 12)).toBe(
    'You changed the manager of 12 people. You can undo this within 10 minutes.',
  );
  expect(textOf('deactivate', 1)).toBe('You deactivated 1 person. You can undo this within 10 minutes.');
  expect(textOf('something-new', 2)).toBe('You changed 2 people. You can undo this within 10 minutes.');
});

it('reports a known type with an unexpected payload, but not an unknown type', () => {
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

it('links to the comments on a check-in', () => {
  const { link: linkOf } = notificationTexts.CHECK_IN_COMMENTED;
  expect(linkOf({ userId: 9, extraPayload: { week: '2026-11-16' } })).toMatchObject({
    label: 'View comment',
    path: `/checkin?week=2026-11-16#${COMMENTS_TARGET}`,
  });
});
