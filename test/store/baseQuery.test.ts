import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from '#store/api/baseApi.ts';
import type { ApiPorts } from '#store/api/ports.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { messagingApi } from '#store/messaging/messagingApi.ts';
import type { TokenAnswer } from '#store/ports/tokens.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { rootReducer } from '#store/rootReducer.ts';
import { sessionApi } from '#store/session/sessionApi.ts';
import { signedIn, signedOut } from '#store/session/sessionSlice.ts';
import { aUser } from '#test/fixtures/people.ts';
import { aProgram, PROGRAM_ID } from '#test/fixtures/programs.ts';
import { type Answer, fakeApi, json, problem } from '#test/support/fakeApi.ts';

const ROUTE = `GET /api/programs/${PROGRAM_ID}`;
const tokenAnswer = (idToken: string): TokenAnswer => ({ kind: 'token', idToken });
const pool = { userPoolId: 'p', clientId: 'c', tenantName: 'Demo', signOn: 'off' };

function start(answers: Record<string, Answer>, forCall: TokenAnswer, afterRefusal: TokenAnswer = forCall) {
  const api = fakeApi({ 'GET /api/user-pool': () => json(pool), ...answers });
  const refusals: string[] = [];
  const dates: (string | null)[] = [];
  const actions: UnknownAction[] = [];
  const ports: ApiPorts = {
    tokens: {
      forCall: async () => forCall,
      async afterRefusal(idToken) {
        refusals.push(idToken);
        return afterRefusal;
      },
      noteServerDate: (date) => void dates.push(date),
    },
    messagingKeys: { keep: () => {}, keepRoom: () => {} },
    saveFile: () => {},
    fetch: api.fetch,
    reportError: () => {},
  };
  const recorder: Middleware = () => (next) => (action) => {
    actions.push(action as UnknownAction);
    return next(action);
  };
  const store = configureStore({
    reducer: rootReducer,
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: ports } }).concat(baseApi.middleware, recorder),
  });
  const getProgram = () =>
    store.dispatch(
      programsApi.endpoints.getProgram.initiate({ programId: PROGRAM_ID }, { forceRefetch: true }),
    );
  const sent = () => api.requests.map(({ headers }) => headers.get('authorization'));
  const rejections = () => actions.filter(({ type }) => type === 'session/rejected');
  return { store, api, actions, refusals, dates, getProgram, sent, rejections };
}

describe('a change that is sent to the API', () => {
  const RECORD = `PUT /api/programs/${PROGRAM_ID}/steps/read/record`;
  const startWithRecord = (answer: Answer) => {
    const started = start({ [RECORD]: answer }, tokenAnswer('id-1'));
    const record = (done: boolean) =>
      started.store.dispatch(
        programsApi.endpoints.recordStep.initiate({
          programId: PROGRAM_ID,
          stepKey: 'read',
          record: { done },
        }),
      );
    return { ...started, record };
  };

  it('is sent once while the same change waits for its response, and again afterwards', async () => {
    const { api, record } = startWithRecord(() => json(aProgram()));
    const answers = await Promise.all([record(true), record(true)]);
    expect(answers.map(({ data }) => data)).toEqual([aProgram(), aProgram()]);
    expect(api.asked(RECORD)).toBe(1);
    await record(true);
    expect(api.asked(RECORD)).toBe(2);
  });

  it.each(['before', 'while'])(
    'is sent again if its caller cancels it %s another one waits for it',
    async (when) => {
      const answered: (() => void)[] = [];
      const { api, record } = startWithRecord(
        ({ signal }) =>
          new Promise((resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            answered.push(() => resolve(json(aProgram())));
          }),
      );
      const waitUntilAsked = async (times: number) => {
        while (api.asked(RECORD) < times) await new Promise((resolve) => setTimeout(resolve, 1));
      };
      const cancelled = record(true);
      await waitUntilAsked(1);
      if (when === 'before') cancelled.abort();
      const other = record(true);
      if (when === 'while') cancelled.abort();
      await waitUntilAsked(2);
      answered[1]?.();
      expect((await other).data).toEqual(aProgram());
      expect((await cancelled).error).toBeDefined();
    },
  );

  it('is sent in parallel to a different change', async () => {
    const { api, record } = startWithRecord(() => json(aProgram()));
    await Promise.all([record(true), record(false)]);
    expect(api.asked(RECORD)).toBe(2);
  });
});

describe('a call to our own API', () => {
  it('carries the id token in the authorization header and returns a validated response', async () => {
    const { getProgram, sent } = start({ [ROUTE]: () => json(aProgram()) }, tokenAnswer('id-1'));
    expect((await getProgram()).data).toEqual(aProgram());
    expect(sent()).toEqual(['id-1']);
  });

  it('returns the cached list if the server responds that it did not change', async () => {
    const [before, after] = [aProgram(), { ...aProgram(), programName: 'Renamed' }];
    let program = before;
    const { store, getProgram, api } = start(
      {
        [ROUTE]: ({ headers }) => {
          const tag = `W/"${program.programName}"`;
          return headers.get('if-none-match') === tag
            ? new Response(null, { status: 304 })
            : json(program, 200, { etag: tag });
        },
      },
      tokenAnswer('id-1'),
    );
    expect((await getProgram()).data).toEqual(before);
    expect(await getProgram()).toMatchObject({ data: before, isSuccess: true });
    program = after;
    expect((await getProgram()).data).toEqual(after);
    // Another user has no cached lists yet.
    store.dispatch(signedIn({ user: aUser(), tokenExpiresAt: 2_000_000_000_000 }));
    await getProgram();
    expect(api.requests.map(({ headers }) => headers.get('if-none-match'))).toEqual([
      null,
      `W/"${before.programName}"`,
      `W/"${before.programName}"`,
      null,
    ]);
  });

  it("is not sent without a token and fails with 'Access Token Not Found'", async () => {
    const { getProgram, api, rejections } = start({}, { kind: 'missing' });
    const { error } = await getProgram();
    expect(problemOf(error)).toMatchObject({ kind: 'session', message: 'Access Token Not Found' });
    expect(api.requests).toHaveLength(0);
    expect(rejections()).toMatchObject([{ payload: { reason: 'token-missing' } }]);
  });

  it('does not end a session that has already ended', async () => {
    const { store, getProgram, rejections } = start({}, { kind: 'missing' });
    store.dispatch(signedOut({ where: 'here' }));
    expect(problemOf((await getProgram()).error).kind).toBe('session');
    expect(rejections()).toEqual([]);
  });

  it('fails if its refresh was refused, and lets the token port end the session', async () => {
    const { getProgram, rejections } = start({}, { kind: 'refused' });
    expect(problemOf((await getProgram()).error).kind).toBe('session');
    expect(rejections()).toEqual([]);
  });

  it('lets the token port end the session if it gets a 401 and the refresh is refused', async () => {
    const { getProgram, rejections } = start(
      { [ROUTE]: () => problem(401, 'token-invalid') },
      tokenAnswer('id-1'),
      { kind: 'refused' },
    );
    expect((await getProgram()).error).toMatchObject({ status: 401 });
    expect(rejections()).toEqual([]);
  });

  it('keeps the session when the network is down', async () => {
    const { getProgram, rejections } = start({}, { kind: 'unavailable' });
    expect(problemOf((await getProgram()).error).kind).toBe('offline');
    expect(rejections()).toEqual([]);
  });

  it.each([500, 502, 503, 404, 409, 422, 429])(
    'keeps the session after a response with %i',
    async (status) => {
      const { getProgram, rejections } = start(
        { [ROUTE]: () => problem(status, 'trouble') },
        tokenAnswer('id-1'),
      );
      expect((await getProgram()).isError).toBe(true);
      expect(rejections()).toEqual([]);
    },
  );

  it('keeps the session if it gets no response', async () => {
    const lost = () => Promise.reject(new TypeError('Failed to fetch'));
    const { getProgram, rejections } = start({ [ROUTE]: lost }, tokenAnswer('id-1'));
    expect(problemOf((await getProgram()).error).kind).toBe('offline');
    expect(rejections()).toEqual([]);
  });

  it('is repeated once with a new token after a 401', async () => {
    const answer: Answer = ({ headers }) =>
      headers.get('authorization') === 'id-2' ? json(aProgram()) : problem(401, 'token-invalid');
    const { getProgram, sent, refusals, rejections } = start(
      { [ROUTE]: answer },
      tokenAnswer('id-1'),
      tokenAnswer('id-2'),
    );
    expect((await getProgram()).data).toEqual(aProgram());
    expect(sent()).toEqual(['id-1', 'id-2']);
    expect(refusals).toEqual(['id-1']);
    expect(rejections()).toEqual([]);
  });

  it('ends the session after a second 401, and passes the error on', async () => {
    const { getProgram, sent, rejections } = start(
      { [ROUTE]: () => problem(401, 'token-invalid') },
      tokenAnswer('id-1'),
      tokenAnswer('id-2'),
    );
    expect((await getProgram()).error).toMatchObject({ status: 401, data: { code: 'token-invalid' } });
    expect(sent()).toEqual(['id-1', 'id-2']);
    expect(rejections()).toMatchObject([{ payload: { status: 401, endpoint: 'getProgram' } }]);
  });

  it('keeps the session after a 401 while the token cannot be refreshed', async () => {
    const { getProgram, rejections } = start(
      { [ROUTE]: () => problem(401, 'token-invalid') },
      tokenAnswer('id-1'),
      { kind: 'unavailable' },
    );
    expect(problemOf((await getProgram()).error).kind).toBe('offline');
    expect(rejections()).toEqual([]);
  });

  it('ends the session immediately after a 403, without a refresh', async () => {
    const { getProgram, refusals, rejections } = start(
      { [ROUTE]: () => problem(403, 'session-ended') },
      tokenAnswer('id-1'),
    );
    expect((await getProgram()).error).toMatchObject({ status: 403 });
    expect(refusals).toEqual([]);
    expect(rejections()).toMatchObject([{ payload: { reason: 'session-ended', status: 403 } }]);
  });

  it.each([401, 403])(
    'is not repeated after a %i if another user has signed in, and does not end the new session',
    async (status) => {
      const { store, getProgram, sent, rejections } = start(
        {
          [ROUTE]: () => {
            store.dispatch(signedOut({ where: 'here' }));
            store.dispatch(signedIn({ user: aUser({ userId: 8 }), tokenExpiresAt: 2_000_000_000_000 }));
            return problem(status, 'token-invalid');
          },
        },
        tokenAnswer('id-of-7'),
        tokenAnswer('id-of-8'),
      );
      store.dispatch(signedIn({ user: aUser({ userId: 7 }), tokenExpiresAt: 2_000_000_000_000 }));
      expect((await getProgram()).error).toMatchObject({ status });
      expect(sent()).toEqual(['id-of-7']);
      expect(rejections()).toEqual([]);
    },
  );

  it('fails if the response does not match the contract', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { getProgram } = start({ [ROUTE]: () => json({ programId: 12 }) }, tokenAnswer('id-1'));
    expect(problemOf((await getProgram()).error).kind).toBe('broken');
    jest.restoreAllMocks();
  });

  it('passes the server time to the token port', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
    const { getProgram, dates } = start(
      { [ROUTE]: () => json(aProgram(), 200, { date }) },
      tokenAnswer('id-1'),
    );
    await getProgram();
    expect(dates).toEqual([date]);
  });
});

it('looks up the user pool without a token, whether signed in or not', async () => {
  for (const answer of [tokenAnswer('id-1'), { kind: 'missing' } as const]) {
    const { store, sent, rejections } = start({}, answer);
    const result = await store.dispatch(
      sessionApi.endpoints.getUserPool.initiate({ email: 'a@demo.example' }),
    );
    expect(result.data).toEqual(pool);
    expect(sent()).toEqual([null]);
    expect(rejections()).toEqual([]);
  }
});

it('sends the token to no other origin', async () => {
  const elsewhere = baseApi.injectEndpoints({
    endpoints: (build) => ({ outside: build.query<unknown, string>({ query: (url) => url }) }),
  });
  for (const url of [
    'https://evil.example/api/x',
    'HTTP://evil.example/x',
    'http://localhost.evil.example/api',
  ]) {
    const { store, sent } = start({}, tokenAnswer('id-1'));
    await store.dispatch(elsewhere.endpoints.outside.initiate(url));
    expect(sent()).toEqual([null]);
  }
});

it('keeps the token and the messaging key out of actions and state', async () => {
  const config = { authKey: 'secret-key', subKey: 's', pubKey: 'p', uuid: 'u', expiresIn: 60 };
  const { store, actions, getProgram } = start(
    { [ROUTE]: () => json(aProgram()), 'GET /api/messaging/config': () => json(config) },
    tokenAnswer('secret-token'),
  );
  await getProgram();
  await store.dispatch(messagingApi.endpoints.getMessagingConfig.initiate({ isRefused: false }));
  const seen: unknown[] = [];
  const walk = (value: unknown) => {
    if (value instanceof Headers) seen.push(...value.values());
    else if (value instanceof Request) walk(value.headers);
    else if (typeof value === 'string') seen.push(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  walk(actions);
  walk(store.getState());
  expect(seen.filter((text) => /secret-(key|token)/.test(String(text)))).toEqual([]);
});
