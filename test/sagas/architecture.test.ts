import { globSync, readFileSync } from 'node:fs';
import type { Home } from '#contract/home.ts';
import { messageSubmitted } from '#store/chat/messagesSlice.ts';
import { conversationStarted } from '#store/chat/widgetSlice.ts';
import { readRecording } from '#store/devtools/recording.ts';
import { pass } from '#test/support/client.ts';
import { clientsUnderFakeTimers } from '#test/support/clients.ts';
import { json } from '#test/support/fakeApi.ts';
import { fakeMessaging } from '#test/support/fakeRealtime.ts';
import { aMax, CHANNEL, lenaSays } from '#test/support/lenaAndMax.ts';
import { type Arrow, walkOf } from '#test/support/walk.ts';

/** Checks that the diagrams in docs/architecture.md match the code. */
const page = readFileSync('docs/architecture.md', 'utf8');
const start = clientsUnderFakeTimers();

const EMPTY_HOME: Home = {
  needs: [],
  snoozed: [],
  team: null,
  continue: null,
  finished: null,
  growth: {
    weeks: [],
    topicsCompleted: 0,
    topicsChosen: 0,
    objectives: { active: 0, achieved: 0, atRisk: 0 },
  },
};

/** The diagram below a heading. */
function diagramOf(heading: string): string {
  const [, diagram] = new RegExp(`^## ${heading}$[^]*?^\`\`\`mermaid$([^]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  if (!diagram) throw new Error(`docs/architecture.md has no diagram "${heading}"`);
  return diagram;
}
function sequenceOf(heading: string) {
  const diagram = diagramOf(heading);
  const participants = new Set([...diagram.matchAll(/participant (\w+)/g)].map(([, name]) => name ?? ''));
  const arrows = [...diagram.matchAll(/^\s*(\w+)-?->>(\w+): (.*)$/gm)].map(
    ([, from = '', to = '', text = '']): Arrow => ({ from, to, text }),
  );
  return { participants, arrows };
}
const among = (arrows: Arrow[], participants: Set<string>) =>
  arrows.filter(({ from, to }) => participants.has(from) && participants.has(to));

/** The same names as in the walk of the recipient. */
const inPeer = (arrow: Arrow): Arrow => {
  const rename = (name: string) => (name === 'Sagas' || name === 'Store' ? `Peer${name}` : name);
  return { ...arrow, from: rename(arrow.from), to: rename(arrow.to) };
};

it('shows the imports between the tiers', () => {
  const drawn = [...diagramOf('Tiers').matchAll(/^\s*(\w+) --> (\w+)$/gm)].map(
    ([, from, to]) => `${from} --> ${to}`,
  );
  const imports = new Set<string>();
  for (const file of globSync('{contract,sagas,server,src,store}/**/*.{ts,tsx}')) {
    const text = readFileSync(file, 'utf8');
    const [tier = ''] = file.split('/');
    const from = file === 'src/main.tsx' ? 'main' : file.startsWith('server/messaging/') ? 'messaging' : tier;
    for (const [, specifier = ''] of text.matchAll(
      /(?:from|import)\s*\(?(?:\s*\/\*[^*]*\*\/)?\s*'#([^']+)'/g,
    )) {
      const to = specifier.startsWith('server/messaging/') ? 'messaging' : (specifier.split('/')[0] ?? '');
      if (from !== to) imports.add(`${from} --> ${to}`);
    }
  }
  expect([...drawn].sort()).toEqual([...imports].sort());
});

it('shows the path of one message from the sender to the recipient', async () => {
  const messaging = fakeMessaging();
  const lena = start({ messaging });
  const max = start({ messaging, user: aMax });
  await pass(4_000);
  messaging.announce('app_T3_checkin', ['uuid-lena', 'uuid-max'], []);
  lena.store.dispatch(conversationStarted({ channel: CHANNEL, peerId: 9 }));
  await pass(3_000);
  const action = messageSubmitted(CHANNEL, lenaSays, 'Hello');
  lena.store.dispatch(action);
  await pass(5_000);

  const { participants, arrows } = sequenceOf('One message');
  const sent = walkOf(readRecording(lena.log), { starts: [lena.log.idOf(action) ?? 0] });
  const received = walkOf(readRecording(max.log), {
    starts: ['realtime/message'],
    end: 'chat/messagesReceived',
  });
  expect(arrows).toEqual(among([...sent, ...received.map(inPeer)], participants));
});

it('shows all steps from a sign-in to an established connection', async () => {
  const client = start({
    restored: { kind: 'none' },
    at: '/login?redirectUrl=%2Fprogram',
    answers: { 'GET /api/home': () => json(EMPTY_HOME) },
  });
  await pass(1_000);
  client.tokens.say({ kind: 'signedIn', expiresAt: 2_000_000_000_000 });
  await pass(4_000);

  const { participants, arrows } = sequenceOf('One sign-in');
  const walk = walkOf(readRecording(client.log), {
    starts: ['tokens/signedIn', 'realtime/connected'],
    end: 'connection/connected',
  });
  expect(arrows).toEqual(among(walk, participants));
});
