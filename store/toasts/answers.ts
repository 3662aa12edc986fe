import { nanoid, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import type { ProgramAction } from '#contract/learning/programLife.ts';
import type { ProgramStatus } from '#contract/learning/programSetup.ts';
import type { Program } from '#contract/learning/programs.ts';
import { fullName, type Participant } from '#contract/people.ts';
import { departmentsApi } from '#store/admin/departmentsApi.ts';
import { directoryApi } from '#store/admin/directoryApi.ts';
import { peopleAdminApi } from '#store/admin/peopleAdminApi.ts';
import { personApi } from '#store/admin/personApi.ts';
import { settingsApi } from '#store/admin/settingsApi.ts';
import { signOnApi } from '#store/admin/signOnApi.ts';
import { webhooksApi } from '#store/admin/webhooksApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { checkInsApi } from '#store/checkIns/checkInsApi.ts';
import { followUpsApi } from '#store/checkIns/followUpsApi.ts';
import { reviewApi } from '#store/checkIns/reviewApi.ts';
import { calendarApi } from '#store/coaching/calendarApi.ts';
import { coachingApi } from '#store/coaching/coachingApi.ts';
import { contentApi } from '#store/content/contentApi.ts';
import { homeApi } from '#store/home/homeApi.ts';
import { notificationSettingsApi } from '#store/notifications/settingsApi.ts';
import { objectivesApi } from '#store/objectives/objectivesApi.ts';
import { dataRequestsApi } from '#store/profile/dataRequestsApi.ts';
import { profileApi } from '#store/profile/profileApi.ts';
import { enrolmentApi } from '#store/programs/enrolmentApi.ts';
import { joiningApi } from '#store/programs/joiningApi.ts';
import { learnersApi } from '#store/programs/learnersApi.ts';
import { nextStepOf, notifiedNames } from '#store/programs/nextAction.ts';
import { programsApi } from '#store/programs/programsApi.ts';
import { setupApi } from '#store/programs/setupApi.ts';
import { propensityApi } from '#store/propensity/propensityApi.ts';
import type { RootState } from '#store/rootReducer.ts';
import { devicesApi } from '#store/session/devicesApi.ts';
import { passkeysApi } from '#store/session/passkeysApi.ts';
import { surveysApi } from '#store/surveys/surveysApi.ts';
import { toastShown } from './toastsSlice.ts';

/** A mutation that succeeded. */
interface Fulfilled<Result, Arg> {
  payload: Result;
  meta: { arg: { endpointName: string; originalArgs: Arg; track?: boolean } };
}
interface Endpoint<Result, Arg> {
  name: string;
  matchFulfilled: (action: unknown) => action is Fulfilled<Result, Arg>;
}
type Entry = readonly [name: string, answer: (action: unknown) => string | null];

const to = <Result, Arg>(
  endpoint: Endpoint<Result, Arg>,
  textOf: (arg: Arg, result: Result, isTracked: boolean) => string | null,
): Entry => [
  endpoint.name,
  (action) => {
    if (!endpoint.matchFulfilled(action)) return null;
    const { originalArgs, track = true } = action.meta.arg;
    return textOf(originalArgs, action.payload, track);
  },
];

const sentences = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ');
const list = (names: string[]) => new Intl.ListFormat('en').format(names);

function notified(program: Program): string | null {
  const names = notifiedNames(program);
  if (names.length === 0) return null;
  return names.length === 1 ? `${list(names)} was notified.` : `${list(names)} were notified.`;
}

/** What to do next, after a step if one was recorded. */
function next(program: Program, stepKey?: string): string | null {
  const ready = program.topics.filter(({ can }) => can.complete);
  const own = ready.find(({ steps }) => steps.some((step) => step.stepKey === stepKey));
  const topic = own ?? ready[0];
  if (topic) return own ? `You can now complete “${topic.title}”.` : `“${topic.title}” is ready to complete.`;
  if (program.can.finish) return 'You can finish the program.';
  const found = nextStepOf(program);
  return found && `Next: “${found.step.title}”.`;
}

const titleOf = (topics: readonly { topicId: string; title: string }[], topicId: string) =>
  topics.find((topic) => topic.topicId === topicId)?.title ?? 'The topic';

const proposersOf = ({ topics }: Program, topicId: string) =>
  (topics.find((topic) => topic.topicId === topicId)?.proposals ?? []).map(({ by }) => fullName(by));

const stepIn = (program: Program, stepKey: string) =>
  program.topics.flatMap(({ steps }) => steps).find((step) => step.stepKey === stepKey);

const timesSent = ({ length }: readonly string[], { firstName }: Participant) =>
  `${length === 1 ? 'The time is' : 'The times are'} sent. ${firstName} was notified.`;

const program = programsApi.endpoints;
const enrolment = enrolmentApi.endpoints;
const joining = joiningApi.endpoints;
const setup = setupApi.endpoints;
const learner = learnersApi.endpoints;
const coaching = coachingApi.endpoints;
const objective = objectivesApi.endpoints;
const profile = profileApi.endpoints;
const home = homeApi.endpoints;
const person = personApi.endpoints;
const people = peopleAdminApi.endpoints;
const department = departmentsApi.endpoints;
const settings = settingsApi.endpoints;
const review = reviewApi.endpoints;
const signOn = signOnApi.endpoints;
const webhook = webhooksApi.endpoints;
const calendar = calendarApi.endpoints;
const content = contentApi.endpoints;
const reviewTexts = {
  ask: 'The administrators were asked to launch the program.',
  withdraw: 'Your request is withdrawn.',
  return: 'The program was sent back to its owner.',
};
const programTexts: Record<ProgramAction, (name: string, status: ProgramStatus) => string> = {
  pause: (name) => `“${name}” is paused.`,
  resume: (name) => `“${name}” is running again.`,
  archive: (name) => `“${name}” is archived.`,
  restore: (name, status) => `“${name}” is restored${status === 'draft' ? '' : ' and paused'}.`,
};
/** Restoring pauses a program, so it does not undo the archiving of a running one. */
const reverseActions: Partial<Record<ProgramAction, ProgramAction>> = {
  pause: 'resume',
  resume: 'pause',
  restore: 'archive',
};
const surveyTexts = {
  draft: (name: string) => `“${name}” is a draft again.`,
  scheduled: (name: string) => `“${name}” is scheduled.`,
  open: (name: string) => `“${name}” is open.`,
  closed: (name: string) => `“${name}” is closed.`,
  released: (name: string) => `The results of “${name}” are released.`,
  archived: (name: string) => `“${name}” is archived.`,
};
const markTexts = {
  tomorrow: 'Snoozed until tomorrow.',
  next_week: 'Snoozed until next week.',
  done: 'Marked as done.',
  none: 'Back on your list.',
};

/**
 * The text of the toast after each mutation. For an endpoint that is not listed, the screen itself shows the result.
 */
const answers = new Map([
  to(program.completeTopic, ({ topicId }, { completedAt, program: after }) => {
    const topic = after.topics.find((candidate) => candidate.topicId === topicId);
    const title = topic?.title ?? 'The topic';
    if (completedAt === null)
      return `${topic?.confirmation?.name ?? 'Your coach'} was asked to confirm “${title}”.`;
    return sentences(`“${title}” is completed.`, notified(after), next(after));
  }),
  to(program.recordStep, ({ stepKey, record }, after) => {
    const step = stepIn(after, stepKey);
    const title = `“${step?.title ?? 'The step'}”`;
    if (record.done) return sentences(`${title} is done.`, next(after, stepKey));
    if (step?.tally && (record.tally ?? 0) > 0)
      return `${title}: practised ${step.tally.count} of ${step.tally.goal} times.`;
    return `${title} is marked as not done.`;
  }),
  to(enrolment.answerInvitation, ({ answer }, after) =>
    answer.accept
      ? `You joined ${after.programName}. Select your topics to begin.`
      : `You declined ${after.programName}. You can still join later.`,
  ),
  to(joining.joinProgram, (_arg, after) => `You joined ${after.programName}. Select your topics to begin.`),
  to(joining.askToJoin, () => 'Your request was sent. You get a notification with the answer.'),
  to(joining.withdrawJoinRequest, () => 'Your request is withdrawn.'),
  to(joining.answerJoinRequest, (_arg, { accepted, person: { firstName } }) =>
    accepted
      ? `The request is accepted. ${firstName} was notified.`
      : `The request is declined. ${firstName} was notified.`,
  ),
  to(setup.changeProgramReview, ({ change: { action } }) => reviewTexts[action]),
  to(setup.changeProgramState, ({ action }, { name, status }) =>
    programTexts[action](name || 'Untitled program', status),
  ),
  to(content.retireTopic, ({ isRetired }, { title }) =>
    isRetired ? `“${title || 'Untitled topic'}” is retired.` : `“${title || 'Untitled topic'}” is restored.`,
  ),
  to(enrolment.saveGoals, () => 'Your topics are saved.'),
  to(enrolment.declineProposals, ({ topicId, declined }, after) =>
    declined
      ? `You declined “${titleOf(after.topics, topicId)}”. ${list(proposersOf(after, topicId))} can see this.`
      : `“${titleOf(after.topics, topicId)}” is proposed to you again.`,
  ),
  to(
    enrolment.upgradeTopic,
    ({ topicId, version }, after) => `“${titleOf(after.topics, topicId)}” was updated to version ${version}.`,
  ),
  to(enrolment.finishProgram, (_arg, { program: after }) =>
    sentences(`You finished ${after.programName}.`, notified(after)),
  ),
  to(enrolment.withdraw, (_arg, after) => `You left ${after.programName}. Your work is kept.`),
  to(enrolment.beginAgain, (_arg, after) => `You started ${after.programName} again.`),
  to(learner.answerConfirmation, ({ topicId, answer }, after) =>
    answer.confirmed
      ? `“${titleOf(after.topics, topicId)}” is confirmed. ${after.learner.firstName} was notified.`
      : `“${titleOf(after.topics, topicId)}” was sent back to ${after.learner.firstName}.`,
  ),
  to(learner.waiveStep, (_arg, after) => `The step is waived for ${after.learner.firstName}.`),
  to(
    learner.proposeTopic,
    ({ topicId }, after) => `You proposed “${titleOf(after.topics, topicId)}” to ${after.learner.firstName}.`,
  ),
  to(
    learner.withdrawProposal,
    ({ topicId }, after) => `Your proposal for “${titleOf(after.topics, topicId)}” is withdrawn.`,
  ),
  to(
    learner.reopenTopic,
    ({ topicId }, after) =>
      `“${titleOf(after.topics, topicId)}” is open again for ${after.learner.firstName}.`,
  ),
  to(coaching.planCoaching, ({ plan: { times } }, { other }) => timesSent(times, other)),
  to(coaching.proposeCoachingTimes, ({ times }, { other }) => timesSent(times, other)),
  to(
    coaching.confirmCoachingTime,
    (_arg, { other: { firstName } }) => `The session is confirmed. ${firstName} was notified.`,
  ),
  to(
    coaching.keepCoachingTime,
    (_arg, { other: { firstName } }) => `The confirmed time is kept. ${firstName} was notified.`,
  ),
  to(
    coaching.cancelCoaching,
    ({ following }, { other: { firstName } }) =>
      `${following ? 'This session and the following ones are' : 'The session is'} cancelled. ${firstName} was notified.`,
  ),
  to(objective.createObjective, (_arg, { title, state }) =>
    state === 'draft' ? `“${title}” is saved as a draft.` : `“${title}” is started.`,
  ),
  to(objective.editObjective, (_arg, { title }) => `Your changes to “${title}” are saved.`),
  to(objective.moveObjective, (_arg, { title, state, isAtRisk }) => {
    if (state === 'active') return isAtRisk ? `“${title}” is at risk.` : `“${title}” is in progress.`;
    return `“${title}” is ${{ draft: 'a draft', achieved: 'achieved', missed: 'missed', dropped: 'dropped' }[state]}.`;
  }),
  to(objective.addObjectiveNote, ({ note }, { state }) => {
    if (!note.isShared) return 'Your note is saved. Only you can read it.';
    return state === 'draft'
      ? 'Your note is saved. It is shared when you start the objective.'
      : 'Your note is saved and shared.';
  }),
  to(objective.answerObjectiveChange, ({ answer }, { title }) =>
    answer.response === 'accepted'
      ? `You accepted the change to “${title}”.`
      : `“${title}” is again as it was before the change.`,
  ),
  to(surveysApi.endpoints.changeSurvey, ({ change }, { state }) => {
    if (state === 'draft') return 'The draft is saved.';
    return change.repeatWeeks === null ? 'The survey no longer repeats.' : null;
  }),
  to(surveysApi.endpoints.moveSurvey, (_arg, { surveyName, state }) => surveyTexts[state](surveyName)),
  to(home.markNeeds, ({ keys, mark }) =>
    mark === 'done' && keys.every((key) => key.startsWith('report_completed:'))
      ? 'The reminder to congratulate is off your list.'
      : markTexts[mark ?? 'none'],
  ),
  // The form shows that a check-in is sent, but after reconnecting the user may be on any screen.
  to(checkInsApi.endpoints.changeCheckIn, ({ change: { action } }, _checkIn, isTracked) => {
    if (action === 'skip') return 'The check-in is skipped.';
    return isTracked ? null : 'Your check-in is sent.';
  }),
  to(surveysApi.endpoints.submitSurvey, (_arg, _receipt, isTracked) =>
    isTracked ? null : 'Your answers to the survey are submitted.',
  ),
  to(review.changeCheckInReview, ({ review: { isReviewed } }, { person: { firstName } }) =>
    isReviewed
      ? `${firstName}’s check-in is marked as reviewed.`
      : `${firstName}’s check-in is marked as not reviewed.`,
  ),
  to(
    review.commentOnCheckIn,
    (_arg, { person: { firstName } }) => `${firstName} is notified of your comment.`,
  ),
  to(review.askInCheckIn, ({ text }) =>
    text === null ? 'Your question is removed.' : 'Your question is saved.',
  ),
  to(review.remindOfCheckIn, ({ firstName }) => `${firstName} is reminded.`),
  to(followUpsApi.endpoints.addFollowUp, ({ followUp: { kind } }) =>
    kind === 'action'
      ? 'The action is added to your follow-ups.'
      : 'The agenda item is added to your follow-ups.',
  ),
  to(followUpsApi.endpoints.changeFollowUp, ({ isDone }) =>
    isDone ? 'The follow-up is marked as done.' : 'The follow-up is open again.',
  ),
  to(settings.saveSettings, () => 'The settings are saved.'),
  to(settings.saveLogo, () => 'The logo is saved.'),
  to(settings.removeLogo, () => 'The logo is removed.'),
  to(signOn.addSignOnDomain, ({ domain }) => `${domain} is added. Add its TXT record to verify it.`),
  to(signOn.verifySignOnDomain, ({ domain }) => `${domain} is verified.`),
  to(signOn.removeSignOnDomain, ({ domain }) => `${domain} is removed.`),
  to(webhook.changeWebhook, ({ isOn }) =>
    isOn === undefined ? 'The endpoint is changed.' : `The endpoint is switched ${isOn ? 'on' : 'off'}.`,
  ),
  to(webhook.deleteWebhook, () => 'The endpoint is removed.'),
  to(webhook.sendWebhookTest, () => 'The test event is sent. Its result is listed under Deliveries.'),
  to(webhook.replayDelivery, () => 'The message is sent again. Its result is listed under Deliveries.'),
  to(directoryApi.endpoints.revokeDirectoryToken, () => 'The token is revoked.'),
  to(department.createDepartment, (_arg, { name }) => `${name} is created.`),
  to(department.changeDepartment, ({ name, change }, after) => {
    if (change.name !== undefined) return `${name} is now named ${after.name}.`;
    if (change.parentId !== undefined) return `${name} is moved.`;
    return after.head ? `${fullName(after.head)} leads ${name}.` : `${name} has no head.`;
  }),
  to(department.mergeDepartment, ({ name }, into) => `${name} is merged into ${into.name}.`),
  to(department.deleteDepartment, ({ name }) => `${name} is deleted.`),
  to(propensityApi.endpoints.sharePropensity, (_arg, { isShared, coaches }) => {
    if (!isShared) return 'Your result is no longer shared.';
    return `Your result is shared with ${coaches.length === 0 ? 'your future coaches' : list(coaches.map(fullName))}.`;
  }),
  to(profile.saveProfile, () => 'Your profile is saved.'),
  to(profile.saveAvatar, () => 'Your picture is saved.'),
  to(profile.removeAvatar, () => 'Your picture is removed.'),
  to(person.changePerson, ({ change: { status, ...fields } }, changed) => {
    const name = fullName(changed);
    if (status === 'deactivated') return `${name} is deactivated and signed out.`;
    if (status === 'active')
      return changed.status === 'active'
        ? `${name} is active again.`
        : `${name} is reactivated and can be invited again.`;
    if (fields.isAdmin !== undefined)
      return changed.isAdmin ? `${name} is an administrator.` : `${name} is no longer an administrator.`;
    // The server may have found nothing to change, so these texts state the result.
    if (fields.departmentId !== undefined)
      return changed.department
        ? `${name} is in ${changed.department.name}.`
        : `${name} is in no department.`;
    if (fields.managerId !== undefined)
      return changed.manager ? `${name} reports to ${changed.manager.name}.` : `${name} has no manager.`;
    return `${name}’s account is changed.`;
  }),
  to(people.invitePerson, (_arg, { emailAddress }) => `An invitation is sent to ${emailAddress}.`),
  to(person.resendInvitation, (_arg, { emailAddress }) => `A new invitation is sent to ${emailAddress}.`),
  to(person.withdrawInvitation, (_arg, changed) => `The invitation for ${fullName(changed)} is withdrawn.`),
  to(
    person.sendPasswordReset,
    (_arg, { emailAddress }) => `A link to set a new password is sent to ${emailAddress}.`,
  ),
  to(person.unlockSignIn, () => 'The sign-in delay has ended.'),
  to(notificationSettingsApi.endpoints.saveNotificationSettings, ({ mutedUntil }) => {
    if (mutedUntil === undefined) return 'Your settings are saved.';
    return mutedUntil === null ? 'Notifications are no longer muted.' : 'Notifications are muted.';
  }),
  to(calendar.revokeCalendarFeed, () => 'The calendar address is revoked.'),
  to(calendar.readCalendarSource, ({ sourceId }, { sources }) => {
    const source = sources.find((one) => one.sourceId === sourceId);
    return source ? (source.failure ?? `${source.name} was read.`) : null;
  }),
  to(calendar.removeCalendarSource, () => 'The calendar is removed.'),
  to(calendar.removeCoachingDays, () => 'Your working hours apply again on these days.'),
  to(dataRequestsApi.endpoints.requestExport, () => 'Your export is being prepared.'),
  to(dataRequestsApi.endpoints.cancelErasure, () => 'Your data is kept.'),
  to(passkeysApi.endpoints.removePasskey, () => 'The passkey is removed.'),
  to(devicesApi.endpoints.signOutDevice, () => 'The device is signed out.'),
  to(devicesApi.endpoints.signOutOtherDevices, () => 'All other devices are signed out.'),
]);

/** The text for the mutation that has just succeeded; null if its screen shows the result. */
export function answerTo(action: Fulfilled<unknown, unknown>): string | null {
  return answers.get(action.meta.arg.endpointName)?.(action) ?? null;
}

/** Undoes the mutation, or says that this failed; null if it cannot be undone here. */
export function undoOf(
  action: unknown,
): ThunkAction<Promise<void>, RootState, unknown, UnknownAction> | null {
  const undo = reverseOf(action);
  if (!undo) return null;
  return async (dispatch) => {
    const { error } = (await dispatch(undo)) as { error?: unknown };
    const text = `This was not undone. ${problemOf(error).message}`;
    if (error) dispatch(toastShown({ id: nanoid(), text, canUndo: false }));
  };
}

function reverseOf(
  action: unknown,
): ThunkAction<PromiseLike<unknown>, RootState, unknown, UnknownAction> | null {
  if (home.markNeeds.matchFulfilled(action) && action.payload.mark !== null)
    return home.markNeeds.initiate({ keys: action.payload.keys, mark: null }, { track: false });
  if (enrolment.declineProposals.matchFulfilled(action) && action.meta.arg.originalArgs.declined)
    return enrolment.declineProposals.initiate(
      { ...action.meta.arg.originalArgs, declined: false },
      { track: false },
    );
  if (review.changeCheckInReview.matchFulfilled(action) && action.meta.arg.originalArgs.review.isReviewed) {
    const { checkInId, version, sentAt } = action.payload;
    return review.changeCheckInReview.initiate(
      { checkInId, review: { isReviewed: false, version, sentAt } },
      { track: false },
    );
  }
  if (content.retireTopic.matchFulfilled(action)) {
    const { topicId, isRetired } = action.meta.arg.originalArgs;
    const { version } = action.payload;
    return content.retireTopic.initiate({ topicId, version, isRetired: !isRetired }, { track: false });
  }
  if (setup.changeProgramState.matchFulfilled(action)) {
    const { programId, action: done } = action.meta.arg.originalArgs;
    const reverse = reverseActions[done];
    const { version } = action.payload;
    return reverse
      ? setup.changeProgramState.initiate({ programId, version, action: reverse }, { track: false })
      : null;
  }
  return null;
}
