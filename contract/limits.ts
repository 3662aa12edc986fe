/**
 * The product owner's constants and the limits that client and server share (decision 0024). Durations are in
 * milliseconds and end in `_MS`.
 */

export const REFRESH_WINDOW_MS = 15 * 60_000;
export const REFRESH_GUARD_MS = 2_000;

/** One page of history on screen: up to 5 calls of 100 (decision 0013). */
export const HISTORY_PAGE_SIZE = 500;
export const HISTORY_CALL_SIZE = 100;
export const LATEST_MESSAGE_COUNT = 1;
/** Search starts when the text is longer than this. */
export const SEARCH_MIN_LENGTH = 1;
export const SEARCH_DEBOUNCE_MS = 150;
/** Organisations up to this size are loaded as a whole, see docs/decisions/0040-people-directory.md. Also the size of a page. */
export const DIRECTORY_MAX_PEOPLE = 2_000;
export const PEOPLE_SEARCH_MAX_RESULTS = 50;
/** Above this number of people, a client follows only the people it meets (decision 0133). */
export const PRESENCE_MAX_PEOPLE = 500;
/** Number of people whose presence one client follows in a large organisation. */
export const FOLLOWED_MAX_PEOPLE = 200;
/** Number of people in one request by id. */
export const PEOPLE_BY_ID_MAX = 100;
export const INITIAL_READ_POSITION_MS = 365 * 24 * 60 * 60_000;
/** A message counts as read after this time on screen in a focused window. */
export const READ_AFTER_MS = 1_000;
export const PRESENCE_REFRESH_MS = 20_000;
/** A person who left within this time is "recently online". */
export const RECENTLY_MS = 10 * 60_000;
export const BADGE_DELAY_MS = 3_500;
export const NEW_FLAG_CLEARED_MS = 2_000;

export const CONFETTI_MS = 9_000;
export const CONFETTI_PARTICLES = 500;
export const CELEBRATION_TEXT_FROM_MS = 2_000;
export const CELEBRATION_TEXT_UNTIL_MS = 7_000;

export const NOTIFICATION_DATE_FORMAT = 'MMM d, y, h:mm a';
export const CHAT_LIST_DATE_FORMAT = 'MMM d';
export const MESSAGE_TIME_FORMAT = 'M/d/yy, h:mm:ss a';

export const MESSAGE_INPUT_MAX_PX = 160;

/** Maximum size of the whole message as JSON in UTF-8, as the messaging provider counts it (decision 0013). */
export const MESSAGE_MAX_BYTES = 32_768;
export const PREVIEW_MAX_LENGTH = 120;
export const SESSION_FEEDBACK_PREFIX = 'Confidential session feedback:';

export const NAME_MAX_LENGTH = 80;
export const TITLE_MAX_LENGTH = 120;
export const PRONOUNS_MAX_LENGTH = 40;
export const HELP_TOPIC_MAX_LENGTH = 60;
export const HELP_TOPICS_MAX = 10;
/** Maximum number of levels of the department tree. */
export const DEPARTMENT_MAX_DEPTH = 8;
export const AVATAR_MAX_BYTES = 2 * 1024 * 1024;

export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 256;

/** Limits of coaching sessions (decision 0060). */
export const COACHING_MIN_MINUTES = 15;
export const COACHING_MAX_MINUTES = 120;
export const COACHING_MAX_PROPOSALS = 5;

export const CALENDAR_NAME_MAX_LENGTH = 80;
export const CALENDAR_ADDRESS_MAX_LENGTH = 2000;
/** Calendars that say when a person is busy. */
export const CALENDAR_MAX_SOURCES = 5;
export const CALENDAR_MAX_BYTES = 1_000_000;
