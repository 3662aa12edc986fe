import type { NotificationMessage } from '#contract/notifications.ts';
import { safePath } from '#store/navigation/safePath.ts';

/** A piece of a notification's text. Everything is text, never markup, whatever a name holds (ruling 22). */
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
const words = (text: string): TextPart => ({ text, isStrong: false });
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

/** Where 'Join Now' leads. */
export const coachingPath = ({ programId, extraPayload }: Payload): string | null =>
  programId && extraPayload?.sessionId
    ? safePath(`/program/${segment(programId)}/coaching/${segment(extraPayload.sessionId)}?type=remote`)
    : null;

/** Who did it: one by their name, or several as '3 people'. */
export interface Who {
  name: string;
  isMany: boolean;
}
/** Types whose text names nobody: the same from whomever it comes. */
export const namesNobody = (type: string) =>
  type === 'SCHEDULE_SESSION_REMINDER' || type === 'COMPLETE_SURVEY_REMINDER';

/** The specification's texts (section 7), letter by letter, with the names set in. */
export function presentNotification(type: string, payload: Payload, who: Who): PresentedNotification {
  const name = strong(who.name);
  const has = who.isMany ? 'have' : 'has';
  const program = strong(payload.programName ?? 'a program');
  switch (type) {
    case 'LEARNER_UPDATED_PROGRAM_GOALS':
      return {
        parts: [name, words(` ${has} updated goals in: `), program, words('.')],
        link: topicsOf(payload),
      };
    case 'LEARNER_COMPLETED_TOPIC': {
      const topic = payload.extraPayload?.behaviorName;
      const what = topic ? [words(' completed the topic '), strong(topic)] : [words(' completed a topic')];
      return { parts: [name, ...what, words(' in '), program], link: topicsOf(payload) };
    }
    case 'LEARNER_COMPLETED_ALL_TOPICS':
      return {
        parts: [name, words(` ${has} completed all selected topics in `), program],
        link: topicsOf(payload),
      };
    case 'SCHEDULE_SESSION_REMINDER': {
      const where = payload.programName ? [words(' in '), program] : [];
      const parts = [words('A friendly reminder to schedule a session'), ...where, words('.')];
      return { parts, link: programOf('Schedule', payload) };
    }
    case 'COMPLETE_SURVEY_REMINDER': {
      const survey = strong(payload.surveyName ?? 'a survey');
      const path = payload.surveyId ? `/survey/participate/${segment(payload.surveyId)}` : null;
      return {
        parts: [words('You have been invited to participate in the survey: '), survey],
        link: link('Open', path),
      };
    }
    case 'MANAGER_UPDATED_USER_OBJECTIVE':
      return {
        parts: [name, words(` ${has} modified your growth objectives.`)],
        link: link('See change', '/profile'),
      };
    case 'NEW_INTERACTIVE_CONTENT_UPLOADED': {
      const parts = [name, words(` ${has} uploaded new interactive challenge content to `), program];
      return { parts, link: programOf('Open', payload) };
    }
    case 'PEER_JOINED_SESSION':
      return {
        parts: [name, words(` ${has} joined your coaching session.`)],
        link: link('Join Now', coachingPath(payload)),
      };
    default: {
      const where = payload.programName ? [words(' in '), program] : [];
      return { parts: [name, words(' accomplished something'), ...where, words('.')], link: null };
    }
  }
}
