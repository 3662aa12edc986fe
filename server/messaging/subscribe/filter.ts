import {
  type Comparison,
  type Expression,
  type Literal,
  parseExpression,
} from '#server/messaging/filter/expression.ts';

/** The parts of a message that a filter can read. Names without a prefix read the meta. */
export interface FilteredMessage {
  data: unknown;
  meta: unknown;
}

/** Compiles a subscriber's filter; null if the expression is invalid. */
export function compileFilter(source: string): ((message: FilteredMessage) => boolean) | null {
  const expression = parseExpression(source);
  return expression && ((message) => holds(expression, message));
}

function holds(expression: Expression, message: FilteredMessage): boolean {
  switch (expression.kind) {
    case 'and':
      return holds(expression.left, message) && holds(expression.right, message);
    case 'or':
      return holds(expression.left, message) || holds(expression.right, message);
    case 'not':
      return !holds(expression.inner, message);
    case 'compare': {
      const found = lookUp(expression.path, message);
      // An absent field matches nothing, not even `!=`.
      return found !== undefined && compares(found, expression.operator, expression.value);
    }
  }
}

function lookUp([first = '', ...rest]: string[], { data, meta }: FilteredMessage): unknown {
  if (first === 'data') return dig(data, rest);
  return first === 'meta' ? dig(meta, rest) : dig(meta, [first, ...rest]);
}

function dig(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

function compares(found: unknown, operator: Comparison, value: Literal): boolean {
  if (operator === 'contains')
    return Array.isArray(found) ? found.includes(value) : String(found).includes(String(value));
  if (operator === 'LIKE') return typeof found === 'string' && isLike(found, String(value));
  if (typeof found === 'object' && found !== null) return false;
  const [left, right] = typeof value === 'number' ? [Number(found), value] : [found, value];
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (typeof left !== typeof right || left === null || right === null) return false;
  const [a, b] = [left as string | number, right as string | number];
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  return operator === '<=' ? a <= b : a >= b;
}

/** `*` matches any characters. Matching backtracks only to the last star, so that no pattern is slow. */
export function isLike(value: string, pattern: string): boolean {
  const text = value.toLowerCase();
  const wanted = pattern.toLowerCase();
  let at = 0;
  let want = 0;
  let star = -1;
  let resumeAt = 0;
  while (at < text.length) {
    if (wanted[want] === '*') {
      star = want++;
      resumeAt = at;
    } else if (wanted[want] === text[at]) {
      want++;
      at++;
    } else if (star >= 0) {
      want = star + 1;
      at = ++resumeAt;
    } else return false;
  }
  while (wanted[want] === '*') want++;
  return want === wanted.length;
}
