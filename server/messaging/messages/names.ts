/** The rules for names, and which subscriptions a channel answers to. */

const NAME_MAX_LENGTH = 92;
export const PRESENCE_SUFFIX = '-pnpres';
/** A wildcard may stand after at most two levels: `a.b.*`. */
const WILDCARD_LEVELS = 2;

const CONTROL = /\p{Cc}/u;
const FORBIDDEN = /[,/\\*\p{Cc}]/u;

/** A channel that one can publish to. */
export const isChannelName = (name: string): boolean =>
  name.length > 0 && name.length <= NAME_MAX_LENGTH && !FORBIDDEN.test(name) && name.isWellFormed();

export const isUserId = (id: string): boolean =>
  id.length > 0 && id.length <= NAME_MAX_LENGTH && !CONTROL.test(id) && id.isWellFormed();

/** A channel group: like a channel, without the dot's meaning and without the colon of old namespaces. */
export const isGroupName = (name: string): boolean => isChannelName(name) && !name.includes(':');

export const isWildcard = (name: string): boolean => name.endsWith('.*');

/** `a.*` and `a.b.*`, the star only at the end. */
export const isWildcardName = (name: string): boolean => {
  const stem = name.slice(0, -2);
  return isWildcard(name) && isChannelName(stem) && stem.split('.').length <= WILDCARD_LEVELS;
};

export const isPresence = (name: string): boolean => name.endsWith(PRESENCE_SUFFIX);
export const watchedBy = (presenceName: string): string => presenceName.slice(0, -PRESENCE_SUFFIX.length);

/** Whatever may stand in a subscriber's list of channels. */
export function isSubscription(name: string): boolean {
  const plain = isPresence(name) ? watchedBy(name) : name;
  return isChannelName(plain) || isWildcardName(plain);
}

/** The wildcards that cover a channel: `a.b.c` is covered by `a.*` and `a.b.*`. */
export function wildcardsOver(channel: string): string[] {
  if (!channel.includes('.')) return [];
  const levels = channel.split('.');
  return levels
    .slice(0, -1)
    .slice(0, WILDCARD_LEVELS)
    .map((_, depth) => `${levels.slice(0, depth + 1).join('.')}.*`);
}

/** A list as it stands in a path or query: `a,b`; a lone `,` is the empty list. Names that repeat count once. */
export const readNames = (text: string | undefined): string[] =>
  text ? [...new Set(text.split(',').filter((name) => name !== ''))] : [];
