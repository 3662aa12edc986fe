import { keys, startService, subscribed, type TestService, until } from './service.ts';

describe('message actions', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it('are added, returned with their message, listed, and removed only by the user who added them', async () => {
    const [ada, ben] = [service.client({ userId: 'ada' }), service.client({ userId: 'ben' })];
    const { timetoken } = await ada.publish({ channel: 'talk', message: 'Nice?' });
    const action = { type: 'reaction', value: 'smile' };
    const added = await ben.addMessageAction({ channel: 'talk', messageTimetoken: timetoken, action });
    expect(added.data).toMatchObject({ messageTimetoken: timetoken, uuid: 'ben', ...action });
    await ada.addMessageAction({ channel: 'talk', messageTimetoken: timetoken, action });

    const again = ben.addMessageAction({ channel: 'talk', messageTimetoken: timetoken, action });
    await expect(again).rejects.toMatchObject({ status: { statusCode: 409 } });

    const shown = await ada.fetchMessages({ channels: ['talk'], includeMessageActions: true });
    const actions = shown.channels.talk?.[0] as {
      actions?: Record<string, Record<string, { uuid: string }[]>>;
    };
    expect(actions.actions?.reaction?.smile?.map(({ uuid }) => uuid)).toEqual(['ben', 'ada']);

    const { actionTimetoken } = added.data;
    const remove = { channel: 'talk', messageTimetoken: timetoken, actionTimetoken };
    await expect(ada.removeMessageAction(remove)).rejects.toMatchObject({ status: { statusCode: 400 } });
    await ben.removeMessageAction(remove);
    const { data } = await ada.getMessageActions({ channel: 'talk' });
    expect(data.map(({ uuid }) => uuid)).toEqual(['ada']);
  });

  it('are delivered to subscribers with their user and their message', async () => {
    const ada = service.client({ userId: 'ada' });
    const recorder = await subscribed(service.client({ userId: 'ben' }), ['told']);
    const { timetoken } = await ada.publish({ channel: 'told', message: 'Nice?' });
    const action = { type: 'receipt', value: 'read' };
    const { data } = await ada.addMessageAction({ channel: 'told', messageTimetoken: timetoken, action });
    await ada.removeMessageAction({
      channel: 'told',
      messageTimetoken: timetoken,
      actionTimetoken: data.actionTimetoken,
    });
    await until(() => recorder.actions.length === 2);
    const expected = {
      messageTimetoken: timetoken,
      actionTimetoken: data.actionTimetoken,
      uuid: 'ada',
      ...action,
    };
    expect(recorder.actions).toMatchObject([
      { channel: 'told', publisher: 'ada', event: 'added', data: expected },
      { channel: 'told', publisher: 'ada', event: 'removed', data: expected },
    ]);
  });

  it('are listed in pages from the newest to the oldest, each page in ascending order', async () => {
    const ada = service.client({ userId: 'ada' });
    const { timetoken } = await ada.publish({ channel: 'voted', message: 'Which?' });
    const given: string[] = [];
    for (const value of ['a', 'b', 'c', 'd', 'e']) {
      const vote = { channel: 'voted', messageTimetoken: timetoken, action: { type: 'vote', value } };
      given.push((await ada.addMessageAction(vote)).data.actionTimetoken);
    }
    const page = async (more: { start?: string; end?: string }) => {
      const reply = await ada.getMessageActions({ channel: 'voted', limit: 2, ...more });
      return { values: reply.data.map(({ value }) => value).join(''), start: reply.more?.start };
    };
    const newest = await page({});
    expect(newest).toEqual({ values: 'de', start: given[3] });
    expect(await page({ start: newest.start! })).toEqual({ values: 'bc', start: given[1] });
    expect((await page({ start: given[1]! })).values).toBe('a');
    expect((await page({ start: given[3]!, end: given[2]! })).values).toBe('c');
  });

  it("are rejected with PubNub's error messages", async () => {
    const [ada, ben] = [service.client({ userId: 'ada' }), service.client({ userId: 'ben' })];
    const { timetoken } = await ada.publish({ channel: 'words', message: 'one' });
    const path = `/v1/message-actions/${keys.subscribeKey}/channel/words/message/${timetoken}`;
    const add = () => service.send('POST', path, '{"type":"a","value":"b"}', { uuid: 'ada' });
    const added = (await add()).body as { data: { actionTimetoken: string } };
    expect(await add()).toMatchObject({
      status: 409,
      body: { status: 409, error: { source: 'actions', message: 'Action Already Added' } },
    });
    const stranger = await service.send('DELETE', `${path}/action/${added.data.actionTimetoken}`, undefined, {
      uuid: 'ben',
    });
    expect(stranger).toMatchObject({
      status: 400,
      body: { error: { message: 'Not deleting message action: wrong uuid specified' } },
    });
    const long = {
      channel: 'words',
      messageTimetoken: timetoken,
      action: { type: 'x'.repeat(15), value: 'y' },
    };
    await expect(ben.addMessageAction(long)).resolves.toBeDefined();
    await ada.deleteMessages({ channel: 'words' });
    expect((await ada.getMessageActions({ channel: 'words' })).data).toEqual([]);
  });

  it('are rejected without a type', async () => {
    const path = `/v1/message-actions/${keys.subscribeKey}/channel/talk/message/1?uuid=ada`;
    const reply = await service.send('POST', path, '{"type":"","value":"x"}');
    expect(reply).toMatchObject({ status: 400, body: { status: 400, error: { source: 'actions' } } });
  });
});
