import type { Formats } from '#src/ui/text/formats.ts';
import type { Message } from '#store/chat/message.ts';
import { type MessageRow, messageRows } from './messageRows.ts';

/** Messages in one group. An incoming message renders only the last group. */
const GROUP_SIZE = 16;

/** Rows that are rendered together. The array keeps its identity while none of its rows changes. */
export interface MessageGroup {
  id: string;
  rows: readonly MessageRow[];
}

/** The inputs of a group's rows other than its own messages. */
interface Surroundings {
  before: Message | undefined;
  after: Message | undefined;
  firstUnread: Message | undefined;
  ownId: number;
  dayOf: Formats['dayOf'];
}
type KnownGroup = MessageGroup & { surroundings: Surroundings };

interface Range {
  id: string;
  begin: number;
  end: number;
}

/**
 * Divides the rendered messages into groups. It remembers the group of each message, so that neither incoming messages
 * nor older pages move other messages to another group. It returns unchanged groups with their identity.
 */
export function createMessageGrouper() {
  const groupIds = new Map<string, string>();
  let groupCount = 0;
  let known = new Map<string, KnownGroup>();

  function rangesOf(messages: readonly Message[], from: number, to: number): Range[] {
    const ranges: Range[] = [];
    const usedIds = new Set<string>();
    for (let index = from; index < to; index++) {
      const { id } = messages[index]!;
      const last = ranges.at(-1);
      let groupId = groupIds.get(id);
      // A sent message can move below messages that arrived before it. Its group then ends above them.
      if (groupId !== undefined && groupId !== last?.id && usedIds.has(groupId)) groupId = undefined;
      if (groupId === undefined)
        groupId = last && last.end - last.begin < GROUP_SIZE ? last.id : `group-${++groupCount}`;
      groupIds.set(id, groupId);
      usedIds.add(groupId);
      if (last?.id === groupId) last.end = index + 1;
      else ranges.push({ id: groupId, begin: index, end: index + 1 });
    }
    return ranges;
  }

  return function messageGroups(
    messages: readonly Message[],
    { from, to }: { from: number; to: number },
    ownId: number,
    firstUnread: number | null,
    dayOf: Formats['dayOf'],
  ): MessageGroup[] {
    const groups = rangesOf(messages, from, to).map(({ id, begin, end }): KnownGroup => {
      const surroundings: Surroundings = {
        before: messages[begin - 1],
        after: end < to ? messages[end] : undefined,
        firstUnread: messages[firstUnread ?? -1],
        ownId,
        dayOf,
      };
      const group = known.get(id);
      if (group && isSame(group, surroundings, messages, begin, end)) return group;
      // The row after the group decides whether the last row of the group ends its block.
      const rows = messageRows(messages, begin, Math.min(end + 1, to), ownId, firstUnread, dayOf);
      return { id, surroundings, rows: rows.slice(0, end - begin) };
    });
    known = new Map(groups.map((group) => [group.id, group]));
    return groups;
  };
}

const isSame = (
  { rows, surroundings }: KnownGroup,
  { before, after, firstUnread, ownId, dayOf }: Surroundings,
  messages: readonly Message[],
  begin: number,
  end: number,
) =>
  surroundings.before === before &&
  surroundings.after === after &&
  surroundings.firstUnread === firstUnread &&
  surroundings.ownId === ownId &&
  surroundings.dayOf === dayOf &&
  rows.length === end - begin &&
  rows.every(({ message }, index) => message === messages[begin + index]);
