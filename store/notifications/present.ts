import type { NotificationMessage } from '#contract/notifications.ts';
import { safePath } from '#store/navigation/safePath.ts';

/** A part of a notification's text. Names and other values are text, never markup (decision 0020). */
export interface TextPart {
  text: string;
  isStrong: boolean;
}
export interface NotificationLink {
  label: string;
  path: string;
  state: { showTopics: true } | null;
}
export interface PresentedNotification {
  parts: TextPart[];
  link: NotificationLink | null;
}

type Payload = NotificationMessage['payload'];
const plain = (text: string): TextPart => ({ text, isStrong: false });
const strong = (text: string): TextPart => ({ text, isStrong: true });
const segment = (id: string | number) => encodeURIComponent(String(id));

const link = (
  label: string,
  path: string | null,
  state: NotificationLink['state'] = null,
): NotificationLink | null => {
  const safe = safePath(path);
  return safe && safe !== '/not-found' ? { label, path: safe, state } : null;
};
const topicsOf = ({ programId, userId }: Payload) =>
  programId && userId
    ? link('View topics', `/program/${segment(programId)}/sessions/${segment(userId)}?show=topics`, {
        showTopics: true,
      })
    : null;
const programOf = (label: string, { programId }: Payload) =>
  programId ? link(label, `/program/${segment(programId)}`) : null;

/** The target of 'Join Now'. */
export const coachingPath = ({ programId, extraPayload }: Payload): string | null =>
  programId && extraPayload?.sessionId
    ? safePath(`/program/${segment(programId)}/coaching/${segment(extraPayload.sessionId)}?type=remote`)
    : null;

/** Who acted: one person by name, or several as '3 people'. */
export interface Actor {
  name: string;
  isMany: boolean;
}
/** Types whose text does not name the person who acted. */
export const isImpersonal = (type: string) =>
  type === 'SCHEDULE_SESSION_REMINDER' || type === 'COMPLETE_SURVEY_REMINDER';

/** The owner's texts, letter by letter, with names inserted (decision 0020). */
export function presentNotification(type: string, payload: Payload, who: Actor): PresentedNotification {
  const name = strong(who.name);
  const has = who.isMany ? 'have' : 'has';
  const program = strong(payload.programName ?? 'a program');
  switch (type) {
    case 'LEARNER_UPDATED_PROGRAM_GOALS':
      return {
        parts: [name, plain(` ${has} updated goals in: `), program, plain('.')],
        link: topicsOf(payload),
      };
    case 'LEARNER_COMPLETED_TOPIC': {
      const topic = payload.extraPayload?.behaviorName;
      const what = topic ? [plain(' completed the topic '), strong(topic)] : [plain(' completed a topic')];
      return { parts: [name, ...what, plain(' in '), program], link: topicsOf(payload) };
    }
    case 'LEARNER_COMPLETED_ALL_TOPICS':
      return {
        parts: [name, plain(` ${has} completed all selected topics in `), program],
        link: topicsOf(payload),
      };
    case 'SCHEDULE_SESSION_REMINDER': {
      const where = payload.programName ? [plain(' in '), program] : [];
      const parts = [plain('A friendly reminder to schedule a session'), ...where, plain('.')];
      return { parts, link: programOf('Schedule session', payload) };
    }
    case 'COMPLETE_SURVEY_REMINDER': {
      const survey = strong(payload.surveyName ?? 'a survey');
      const path = payload.surveyId ? `/survey/participate/${segment(payload.surveyId)}` : null;
      return {
        parts: [plain('You have been invited to participate in the survey: '), survey],
        link: link('Answer survey', path),
      };
    }
    case 'MANAGER_UPDATED_USER_OBJECTIVE':
      return {
        parts: [name, plain(` ${has} modified your growth objectives.`)],
        link: link('See change', '/profile'),
      };
    case 'NEW_INTERACTIVE_CONTENT_UPLOADED': {
      const parts = [name, plain(` ${has} uploaded new interactive challenge content to `), program];
      return { parts, link: programOf('View program', payload) };
    }
    case 'PEER_JOINED_SESSION':
      return {
        parts: [name, plain(` ${has} joined your coaching session.`)],
        link: link('Join Now', coachingPath(payload)),
      };
    default: {
      const where = payload.programName ? [plain(' in '), program] : [];
      return { parts: [name, plain(' accomplished something'), ...where, plain('.')], link: null };
    }
  }
}
