import { type Comparison, type Expression, type Literal, parseExpression } from '../filter/expression.ts';

/** What a filter sees of a message. Bare names mean the meta. */
export interface Filtered {
  data: unknown;
  meta: unknown;
}

/** A subscriber's filter as a function; null when the expression cannot be read. */
export function compileFilter(source: string): ((message: Filtered) => boolean) | null {
  const expression = parseExpression(source);
  return expression && ((message) => holds(expression, message));
}

function holds(expression: Expression, message: Filtered): boolean {
  switch (expression.kind) {
    case 'and':
      return holds(expression.left, message) && holds(expression.right, message);
    case 'or':
      return holds(expression.left, message) || holds(expression.right, message);
    case 'not':
      return !holds(expression.inner, message);
    case 'compare': {
      const found = lookUp(expression.path, message);
      // A field that is not there matches nothing, not even `!=`.
      return found !== undefined && compares(found, expression.operator, expression.value);
    }
  }
}

function lookUp([first = '', ...rest]: string[], { data, meta }: Filtered): unknown {
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

/** `*` stands for any characters. Walks both once and goes back to the last star only: no pattern makes it slow. */
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
