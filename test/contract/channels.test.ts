import {
  chatChannel,
  chatChannelsOf,
  checkinChannel,
  notificationChannel,
  parseChannel,
  peerOf,
} from '#contract/messaging/channels.ts';

describe('the channel names', () => {
  it('parses every name that it builds', () => {
    expect(parseChannel(checkinChannel(3))).toEqual({ kind: 'checkin', tenantId: 3 });
    expect(parseChannel(notificationChannel(3, 7))).toEqual({ kind: 'notification', tenantId: 3, userId: 7 });
    expect(parseChannel(chatChannel(3, 10, 9))).toEqual({ kind: 'chat', tenantId: 3, userIds: [9, 10] });
  });

  it('builds the same name for both people, with the ids in ascending order', () => {
    expect(chatChannel(1, 9, 10)).toBe('chat_T1_U9.U10');
    expect(chatChannel(1, 10, 9)).toBe('chat_T1_U9.U10');
  });

  it.each([
    'chat_T1_U10.U9',
    'chat_T1_U9.U9',
    'chat_T1_U09.U10',
    'chat_T1_U1.*',
    'chat_T1_U1.U2-pnpres',
    'chat_T1_U1.U2,x',
    'notif_T1_U0',
    'notif_T1_U1 ',
    'app_T1_checkin-pnpres',
    'app_T-1_checkin',
    'chat_t1_u1.u2',
    '',
    'chat_T1_U1.U2\n',
  ])('refuses the invalid name %j', (name) => expect(parseChannel(name)).toBeNull());

  it('finds the other person in a chat of the user, and no one in other people’s chats', () => {
    expect(peerOf('chat_T1_U4.U9', 9)).toBe(4);
    expect(peerOf('chat_T1_U4.U9', 5)).toBeNull();
  });

  it('builds a grant pattern that matches only the chats of one person', () => {
    const mine = new RegExp(chatChannelsOf(1, 4));
    expect(['chat_T1_U4.U9', 'chat_T1_U2.U4'].every((name) => mine.test(name))).toBe(true);
    expect(
      [
        'chat_T1_U4.*',
        'chat_T1_U40.U9',
        'chat_T1_U2.U44',
        'chat_T11_U4.U9',
        'chat_T1_U4.U9-pnpres',
        'x,chat_T1_U4.U9',
      ].some((name) => mine.test(name)),
    ).toBe(false);
  });
});
