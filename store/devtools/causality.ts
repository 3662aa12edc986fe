import type { UnknownAction } from '@reduxjs/toolkit';
import type { Trigger } from './effectLog.ts';
import type { Cause, RecordedEffect, Recording, Step } from './recording.ts';
import type { Failure } from './trace.ts';

/** One line of the tree that shows causes or effects. */
export interface Branch {
  key: string;
  text: string;
  /** The action that this line names. */
  action?: number;
  hasFailed?: boolean;
  branches: Branch[];
}
type WithActions = Recording & { actions: UnknownAction[] };
const MAX_CAUSES = 12;

/** Answers why an action was dispatched and what it caused. */
export function causality({ actions, steps, effects }: WithActions) {
  const stepById = new Map(steps.map((step, index) => [step.id, { step, action: actions[index] }]));
  const effectById = new Map(effects.map((effect) => [effect.id, effect]));
  const stepsByEffect = groups(steps, ({ cause }) => (cause.by === 'effect' ? cause.effect : null));
  const stepsByAction = groups(steps, ({ cause }) =>
    cause.by === 'action' || cause.by === 'request' ? cause.action : null,
  );
  const effectsByParent = groups(effects, ({ parent }) => parent);
  const effectsByTrigger = groups(effects, ({ trigger }) => trigger);

  const typeOf = (id: number) => {
    const action = stepById.get(id)?.action;
    return action ? actionName(action) : 'an earlier action';
  };
  const actionText = (id: number) => `#${id} ${typeOf(id)}`;

  /** The names of the sagas that run an effect, the outermost first. */
  function pathOf(effect: RecordedEffect | undefined): string {
    const names: string[] = [];
    for (let inner = effect; inner; inner = effectById.get(inner.parent))
      if (inner.saga && names[0] !== inner.saga) names.unshift(inner.saga);
    return names.filter((name) => name !== 'supervised' && name !== 'rootSaga').join(' › ');
  }

  function triggerBranch(trigger: Trigger, depth: number): Branch {
    if (typeof trigger === 'number')
      return {
        key: `action ${trigger}`,
        text: `because of action ${actionText(trigger)}`,
        action: trigger,
        branches: depth > 0 ? causesOf(trigger, depth - 1) : [],
      };
    return { key: `event ${trigger}`, text: eventText(trigger), branches: [] };
  }
  function textOf(cause: Cause): string {
    switch (cause.by) {
      case 'effect':
        return `Saga ${pathOf(effectById.get(cause.effect)) || cause.saga}`;
      case 'action':
        return `RTK Query, after action ${actionText(cause.action)}`;
      case 'request':
        return `Response to the request ${actionText(cause.action)}`;
      case 'screen':
        return cause.event
          ? `Component, on ${cause.event.replace('/', ' of ')}`
          : 'Component, while it was rendered';
      case 'timer':
        return 'Timer of RTK Query';
    }
  }
  function causesOf(id: number, depth = MAX_CAUSES): Branch[] {
    const cause = stepById.get(id)?.step.cause;
    if (!cause) return [];
    const inner =
      cause.by === 'effect'
        ? [triggerBranch(cause.trigger, depth)]
        : 'action' in cause && depth > 0
          ? causesOf(cause.action, depth - 1)
          : [];
    return [
      {
        key: `cause of ${id}`,
        text: textOf(cause),
        ...('action' in cause && { action: cause.action }),
        branches: inner,
      },
    ];
  }

  function stepBranch(step: Step): Branch {
    const answers = (stepsByAction.get(step.id) ?? []).filter(({ cause }) => cause.by === 'request');
    const answer = answers[0];
    const settled = answer && stepById.get(answer.id)?.action;
    return {
      key: `action ${step.id}`,
      text: settled
        ? `action ${actionText(step.id)}: ${statusOf(settled)} after ${Math.round(answer.at - step.at)} ms`
        : `action ${actionText(step.id)}`,
      action: step.id,
      ...(settled && { hasFailed: settled.type.endsWith('/rejected') }),
      branches: answers.map((one) => ({
        key: `action ${one.id}`,
        text: `action ${actionText(one.id)}`,
        action: one.id,
        branches: [],
      })),
    };
  }
  function effectBranch(effect: RecordedEffect): Branch {
    const { id, kind, what, ms, result, error } = effect;
    const end = result === null ? 'running' : result === 'done' ? '' : (error ?? result);
    const took = ms !== null && ms >= 1 ? `${Math.round(ms)} ms` : '';
    const outcome = [end, took].filter(Boolean).join(', ');
    const inner = (effectsByParent.get(id) ?? []).filter(({ trigger }) => trigger === effect.trigger);
    return {
      key: `effect ${id}`,
      text: [kind, what].filter(Boolean).join(' ') + (outcome && `: ${outcome}`),
      hasFailed: result === 'failed',
      branches: [...inner.map(effectBranch), ...(stepsByEffect.get(id) ?? []).map(stepBranch)],
    };
  }
  function effectsOf(id: number): Branch[] {
    const started = effectsByTrigger.get(id) ?? [];
    const own = new Set(started.map((effect) => effect.id));
    // Effects inside another started effect are shown in its branch.
    const outer = groups(
      started.filter(({ parent }) => !own.has(parent)),
      ({ parent }) => parent,
    );
    return [
      ...[...outer].map(([parent, inside]) => ({
        key: `saga ${parent}`,
        text: `saga ${pathOf(inside[0])}`,
        branches: inside.map(effectBranch),
      })),
      ...(stepsByAction.get(id) ?? []).map(stepBranch),
    ];
  }
  /** The effect that failed or reported an error, below the place of the error. */
  function failureBranch({ error, where, effect }: Failure): Branch {
    const failed = effect === null ? undefined : effectById.get(effect);
    return {
      key: 'failure',
      text: `Failed: ${error} in ${where}`,
      hasFailed: true,
      branches: failed
        ? [{ key: 'failed saga', text: `saga ${pathOf(failed)}`, branches: [effectBranch(failed)] }]
        : [],
    };
  }
  return {
    failureBranch,
    has: (id: number) => stepById.has(id),
    causesOf,
    effectsOf,
    pathOf: (id: number) => pathOf(effectById.get(id)),
  };
}

/** API actions are named after their endpoint. */
export function actionName(action: UnknownAction): string {
  const { arg } = (action.meta ?? {}) as { arg?: { endpointName?: string } };
  return arg?.endpointName ? action.type.replace(/execute(Query|Mutation)/, arg.endpointName) : action.type;
}

function eventText(trigger: string | null): string {
  if (trigger === null) return 'since the start of the application';
  const [source, kinds = ''] = trigger.split('/');
  const events = kinds.split('.');
  return `because of the ${events.length === 1 ? 'event' : 'events'} ${source}: ${events.join(', ')}`;
}

function statusOf(action: UnknownAction): string {
  const { baseQueryMeta } = (action.meta ?? {}) as { baseQueryMeta?: { status?: number | null } };
  if (baseQueryMeta?.status) return `status ${baseQueryMeta.status}`;
  return action.type.endsWith('/rejected') ? 'failed' : 'answered';
}

function groups<T, K>(list: T[], keyOf: (one: T) => K | null): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    if (key === null) continue;
    const group = found.get(key);
    if (group) group.push(one);
    else found.set(key, [one]);
  }
  return found;
}
