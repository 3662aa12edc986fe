import { foldText } from '#contract/foldText.ts';
import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';

/** The words that name an action of a result, such as “Message Priya”. */
const COMMANDS = [
  'message',
  'view people',
  'view',
  'open',
  'invite people',
  'invite',
  'answer',
  'edit',
  'manage',
  'go to',
];

export const isLongEnough = (text: string) => Array.from(text).length > SEARCH_MIN_LENGTH;

/** The part of the text that names a person or a thing: “priya” in “Message priya”. */
export function nameIn(text: string): string {
  const wanted = text.trim();
  const command = COMMANDS.find((one) => foldText(wanted).startsWith(`${one} `));
  const rest = command ? wanted.slice(command.length).trim() : wanted;
  return isLongEnough(rest) ? rest : wanted;
}
