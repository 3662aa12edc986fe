/** The rules for names, and which wildcards cover a channel. */

const NAME_MAX_LENGTH = 92;
export const PRESENCE_SUFFIX = '-pnpres';
/** A wildcard follows at most two levels: `a.b.*`. */
const WILDCARD_LEVELS = 2;

const CONTROL = /\p{Cc}/u;
const FORBIDDEN = /[,/\\*\p{Cc}]/u;

/** A channel that messages can be published to. */
export const isChannelName = (name: string): boolean =>
  name.length > 0 && name.length <= NAME_MAX_LENGTH && !FORBIDDEN.test(name) && name.isWellFormed();

export const isUserId = (id: string): boolean =>
  id.length > 0 && id.length <= NAME_MAX_LENGTH && !CONTROL.test(id) && id.isWellFormed();

/** Group names follow the rules of channel names, but cannot contain a colon. A dot has no special meaning in them. */
export const isGroupName = (name: string): boolean => isChannelName(name) && !name.includes(':');

export const isWildcard = (name: string): boolean => name.endsWith('.*');

/** `a.*` or `a.b.*`: the star can only be at the end. */
export const isWildcardName = (name: string): boolean => {
  const stem = name.slice(0, -2);
  return isWildcard(name) && isChannelName(stem) && stem.split('.').length <= WILDCARD_LEVELS;
};

export const isPresenceChannel = (name: string): boolean => name.endsWith(PRESENCE_SUFFIX);
export const watchedChannel = (presenceName: string): string =>
  presenceName.slice(0, -PRESENCE_SUFFIX.length);

/** Valid entries of a subscriber's channel list. */
export function isSubscribableName(name: string): boolean {
  const plain = isPresenceChannel(name) ? watchedChannel(name) : name;
  return isChannelName(plain) || isWildcardName(plain);
}

/** The wildcards that cover a channel: `a.b.c` is covered by `a.*` and `a.b.*`. */
export function wildcardsCovering(channel: string): string[] {
  if (!channel.includes('.')) return [];
  const levels = channel.split('.');
  return levels
    .slice(0, -1)
    .slice(0, WILDCARD_LEVELS)
    .map((_, depth) => `${levels.slice(0, depth + 1).join('.')}.*`);
}

/** Reads a list from a path or query, such as `a,b`. A single `,` is the empty list. Duplicates are removed. */
export const readNames = (text: string | undefined): string[] =>
  text ? [...new Set(text.split(',').filter((name) => name !== ''))] : [];
