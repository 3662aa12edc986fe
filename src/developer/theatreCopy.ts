import { selectListStatus } from '#store/chat/conversationSelectors.ts';
import { selectConnectionStatus } from '#store/connection/connectionSlice.ts';
import type { AppStore } from '#store/createAppStore.ts';
import type { ActionLog } from '#store/devtools/actionLog.ts';
import { causality } from '#store/devtools/causality.ts';
import type { LiftedStore } from '#store/devtools/liftedStore.ts';
import { readRecording } from '#store/devtools/recording.ts';
import { type FromSide, pageOrigin, sideOf, type ToSide } from '#store/devtools/theatre.ts';
import { sideStepOf } from '#store/devtools/timeline.ts';
import type { TravelGuard } from '#store/devtools/travelGuard.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import { actAsUser } from './actAsUser.ts';

interface Copy {
  store: AppStore;
  lifted: LiftedStore;
  guard: TravelGuard;
  log: ActionLog;
}
/** Actions are sent in groups, because a screen dispatches many together. */
const SEND_EVERY_MS = 50;

/** Only the page of `npm run theatre` may contain the application in a frame. */
export const isInTheatre = ({ parent, self, location }: Window) =>
  parent !== self && sideOf(location.hostname) !== null;

/** Connects this copy of the application to the page of the theatre, which contains it (decision 0152). */
export function joinTheatre(view: Window, { store, lifted, guard, log }: Copy) {
  const side = sideOf(view.location.hostname);
  if (!side) return;
  const origin = pageOrigin(view.location.origin, side);
  const send = (message: FromSide) => view.parent.postMessage(message, origin);
  let sent = 0;
  let sentUser = 0;
  let isWaiting = false;

  function sendNewSteps() {
    isWaiting = false;
    const state = store.getState();
    const user = selectUser(state);
    // A message that is sent before then is loaded as history, and the timeline could not show when it arrived.
    const isListening = selectConnectionStatus(state) === 'online' && selectListStatus(state) === 'loaded';
    if (user && isListening && user.userId !== sentUser) {
      sentUser = user.userId;
      send({ kind: 'ready', userId: user.userId, name: `${user.firstName} ${user.lastName}` });
    }
    const count = (log.last(1)[0]?.id ?? 0) - sent;
    if (count <= 0) return;
    const { actions, steps } = readRecording(log, { actions: count, effects: 1 });
    send({
      kind: 'steps',
      steps: steps.flatMap((step, index) => {
        const action = actions[index];
        return action ? sideStepOf(action, step, view.performance.timeOrigin) : [];
      }),
    });
    sent = steps.at(-1)?.id ?? sent;
  }
  function show(step: number | null) {
    const { stagedActionIds, actionsById } = lifted.getState();
    if (step === null) {
      lifted.dispatch({ type: 'JUMP_TO_STATE', index: stagedActionIds.length - 1 });
      guard.hold(false);
    } else {
      guard.hold(true);
      const index = stagedActionIds.findIndex((id) => log.idOf(actionsById[id]?.action) === step);
      lifted.dispatch({ type: 'JUMP_TO_STATE', index: Math.max(0, index) });
    }
    send({ kind: 'shown', step });
  }
  const explain = (step: number) => {
    const { causesOf, effectsOf } = causality(readRecording(log));
    send({
      kind: 'explained',
      step,
      branches: [
        { key: 'caused by', text: 'Caused by', branches: causesOf(step) },
        { key: 'has caused', text: 'Has caused', branches: effectsOf(step) },
      ],
    });
  };

  log.onAction(() => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(sendNewSteps, SEND_EVERY_MS);
  });
  view.addEventListener('message', ({ source, origin: from, data }: MessageEvent<ToSide>) => {
    if (source !== view.parent || from !== origin) return;
    if (data.kind === 'show') show(data.step);
    else if (data.kind === 'explain') explain(data.step);
    else
      actAsUser(view, data.act, guard.isTravelling).then(
        () => send({ kind: 'acted', call: data.call, problem: null }),
        (error: unknown) => send({ kind: 'acted', call: data.call, problem: String(error) }),
      );
  });
  send({ kind: 'started' });
  sendNewSteps();
}
