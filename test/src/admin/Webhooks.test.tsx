import { screen, waitFor, within } from '@testing-library/react';
import type { WebhookDelivery, WebhookEndpoint, Webhooks } from '#contract/administration/webhooks.ts';
import Settings from '#src/admin/settings/Settings.tsx';
import { selectToast } from '#store/toasts/toastsSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { show } from '#test/src/support/show.tsx';
import type { Client } from '#test/support/client.ts';
import { type Answer, json } from '#test/support/fakeApi.ts';

const ENDPOINT: WebhookEndpoint = {
  endpointId: 'aaaabbbbccccdddd',
  url: 'https://hr.harbourline.example/hooks/trellis',
  events: ['person.invited'],
  state: 'on',
  failingSince: null,
  lastSuccessAt: '2026-11-22T09:12:00.000Z',
  waiting: 0,
  secretCreatedAt: '2026-11-09T10:00:00.000Z',
  formerSecretUntil: null,
};
const DELIVERY: WebhookDelivery = {
  deliveryId: 'ddddccccbbbbaaaa',
  type: 'person.invited',
  messageId: 'msg_1',
  createdAt: '2026-11-22T09:10:31.000Z',
  state: 'waiting',
  attempts: 5,
  lastAttemptAt: '2026-11-22T09:11:00.000Z',
  nextAttemptAt: '2026-11-22T09:40:00.000Z',
  status: null,
  failure: 'The server did not respond within 10 seconds.',
  durationMs: 10_000,
  body: '{"type":"person.invited","timestamp":"2026-11-22T09:10:31.000Z","data":{"userId":214}}',
};
const deliveriesRoute = `GET /api/admin/webhooks/${ENDPOINT.endpointId}/deliveries`;
const CATALOGUE = [
  { type: 'person.invited', summary: 'A person was invited.', schema: '{ "type": "object" }' },
  { type: 'topic.completed', summary: 'A topic was completed.', schema: '{ "type": "object" }' },
];

function open(
  { endpoints = [], deliveries = [] }: { endpoints?: WebhookEndpoint[]; deliveries?: WebhookDelivery[] } = {},
  answers: Record<string, Answer> = {},
  at = '/admin/settings/webhooks',
) {
  const server = {
    webhooks: { endpoints, catalogue: CATALOGUE } as Webhooks,
    created: [] as object[],
    calls: [] as string[],
  };
  const url = `/api/admin/webhooks/${ENDPOINT.endpointId}`;
  const createSecret = async (path: string, body: object) => {
    server.created.push({ path, ...body });
    if (path === '/api/admin/webhooks')
      server.webhooks = { ...server.webhooks, endpoints: [{ ...ENDPOINT, lastSuccessAt: null }] };
    return { secret: 'whsec_shown-once', webhooks: server.webhooks };
  };
  const view = show(<Settings />, {
    client: {
      at,
      user: aUser({ isAdmin: true }),
      answers: {
        'GET /api/admin/webhooks': () => json(server.webhooks),
        [deliveriesRoute]: () => json({ data: deliveries, next: null }),
        [`POST ${url}/test`]: () => {
          server.calls.push('test');
          return json({ ...DELIVERY, type: 'webhook.test' });
        },
        [`POST /api/admin/webhooks/deliveries/${DELIVERY.deliveryId}/replay`]: () => {
          server.calls.push('replay');
          return json(DELIVERY);
        },
        [`PATCH ${url}`]: () => {
          server.webhooks = { ...server.webhooks, endpoints: [{ ...ENDPOINT, state: 'on' }] };
          return json(server.webhooks);
        },
        [`DELETE ${url}`]: () => {
          server.webhooks = { ...server.webhooks, endpoints: [] };
          return json(server.webhooks);
        },
        ...answers,
      },
    },
    auth: { createSecret },
  });
  return { ...view, server };
}

const toastOf = (client: Client) => selectToast(client.state())?.text;

it('adds an endpoint, shows its secret once and keeps it out of the state', async () => {
  const { user, server, client } = open();
  expect(await screen.findByText('No endpoints')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add endpoint' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add endpoint' });
  await waitFor(() => expect(within(dialog).getByLabelText('Address')).toHaveFocus());
  await user.click(within(dialog).getByRole('button', { name: 'Add endpoint' }));
  expect(within(dialog).getByText('Address is missing')).toBeVisible();
  expect(within(dialog).getByText('Choose at least one event')).toBeVisible();
  for (const wrong of ['ftp://nope', 'http://hr.harbourline.example', 'https://']) {
    await user.clear(within(dialog).getByLabelText('Address'));
    await user.paste(wrong);
    await user.click(within(dialog).getByRole('button', { name: 'Add endpoint' }));
    expect(within(dialog).getByText('Address must be an address that starts with https://')).toBeVisible();
    expect(within(dialog).getByText('Choose at least one event')).toBeVisible();
    await waitFor(() => expect(within(dialog).getByLabelText('Address')).toHaveFocus());
  }
  await user.clear(within(dialog).getByLabelText('Address'));
  await user.paste(ENDPOINT.url);
  await user.click(within(dialog).getByRole('button', { name: 'Add endpoint' }));
  // Without an error in the address, the focus moves to the events.
  await waitFor(() => expect(within(dialog).getByRole('checkbox', { name: 'person.invited' })).toHaveFocus());
  await user.click(within(dialog).getByRole('checkbox', { name: 'person.invited' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add endpoint' }));
  const shown = await screen.findByRole('dialog', { name: 'Copy the signing secret' });
  expect(within(shown).getByLabelText('Signing secret')).toHaveValue('whsec_shown-once');
  expect(JSON.stringify(client.state())).not.toContain('shown-once');
  expect(server.created).toEqual([
    { path: '/api/admin/webhooks', url: ENDPOINT.url, events: ['person.invited'] },
  ]);
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('1 event. Nothing was delivered yet.')).toBeVisible();
});

it('shows deliveries with their content, and sends one again', async () => {
  const { user, server, client } = open({
    endpoints: [{ ...ENDPOINT, waiting: 34, failingSince: '2026-11-20T16:10:00.000Z' }],
    deliveries: [DELIVERY],
  });
  expect(await screen.findByText('Failing')).toBeVisible();
  expect(screen.getByText(/^1 event\. 34 messages wait\. Failing since Nov 20/)).toBeVisible();
  const table = await screen.findByRole('table', { name: 'Deliveries' });
  expect(within(table).getByText('5 of 12')).toBeVisible();
  await user.click(within(table).getByRole('button', { name: /^Details of person.invited/ }));
  expect(screen.getByText('The server did not respond within 10 seconds.')).toBeVisible();
  expect(screen.getByText(/"userId": 214/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await user.click(screen.getByRole('button', { name: 'Send test event to hr.harbourline.example' }));
  expect(server.calls).toEqual(['replay', 'test']);
  await waitFor(() => expect(toastOf(client)).toMatch(/^The test event is sent\./));
});

it('shows no deliveries of the earlier result while those of the new one load', async () => {
  const failed = Promise.withResolvers<Response>();
  const { user } = open(
    { endpoints: [ENDPOINT] },
    {
      [deliveriesRoute]: ({ url }) =>
        url.includes('state=failed') ? failed.promise : json({ data: [DELIVERY], next: 'n'.repeat(16) }),
    },
  );
  expect(await screen.findByRole('link', { name: 'Older deliveries' })).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Result'), 'Failed');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Older deliveries' })).toBeNull());
  expect(screen.queryByRole('table', { name: 'Deliveries' })).toBeNull();
  failed.resolve(json({ data: [], next: null }));
  expect(await screen.findByText('No delivery has this result.')).toBeVisible();
});

it('does not say that nothing was sent while all deliveries load after an empty result', async () => {
  const all = Promise.withResolvers<Response>();
  const { user, client } = open(
    { endpoints: [ENDPOINT] },
    {
      [deliveriesRoute]: ({ url }) =>
        url.includes('state=failed') ? json({ data: [], next: null }) : all.promise,
    },
    `/admin/settings/webhooks?endpoint=${ENDPOINT.endpointId}&state=failed`,
  );
  expect(await screen.findByText('No delivery has this result.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Result'), 'All');
  await waitFor(() => expect(client.api.asked(deliveriesRoute)).toBe(2));
  expect(screen.queryByText(/^Nothing was sent yet/)).toBeNull();
  all.resolve(json({ data: [DELIVERY], next: null }));
  expect(await screen.findByRole('table', { name: 'Deliveries' })).toBeVisible();
});

it('switches an endpoint on again that Trellis switched off', async () => {
  const { user, client } = open({
    endpoints: [{ ...ENDPOINT, state: 'failed', failingSince: '2026-11-20T16:10:00.000Z' }],
  });
  expect(await screen.findByText('Switched off by Trellis')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Switch on hr.harbourline.example' }));
  expect(await screen.findByText('On')).toBeVisible();
  await waitFor(() => expect(toastOf(client)).toBe('The endpoint is switched on.'));
});

it('rotates the secret, shows the catalogue, and removes an endpoint after a confirmation', async () => {
  const { user, server, client } = open({ endpoints: [ENDPOINT] });
  await user.click(await screen.findByRole('button', { name: 'Rotate secret' }));
  await user.click(await screen.findByRole('button', { name: 'Done' }));
  expect(server.created).toEqual([{ path: `/api/admin/webhooks/${ENDPOINT.endpointId}/secret` }]);
  await user.click(screen.getByRole('button', { name: 'Event catalogue' }));
  const catalogue = await screen.findByRole('dialog', { name: 'Event catalogue' });
  expect(within(catalogue).getByText('A topic was completed.')).toBeVisible();
  await user.click(within(catalogue).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'More actions for hr.harbourline.example' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove endpoint' }));
  await user.click(await screen.findByRole('button', { name: 'Remove endpoint' }));
  expect(await screen.findByText('No endpoints')).toBeVisible();
  await waitFor(() => expect(toastOf(client)).toBe('The endpoint is removed.'));
});

it('marks the page in the list of settings while an endpoint fails', async () => {
  open({ endpoints: [{ ...ENDPOINT, failingSince: '2026-11-22T09:12:00.000Z' }] });
  const list = await screen.findByRole('navigation', { name: 'Settings' });
  expect(await within(list).findByRole('link', { name: 'Webhooks , needs attention' })).toBeVisible();
});
