import { type Expression, type Literal, parseExpression } from '#server/messaging/filter/expression.ts';

/** Returns the SQL expression of a field as text, or null if there is no such field. May add parameters. */
export type FieldSql = (path: string[], parameters: Parameters) => string | null;

/** The parameters of a statement, in order. */
export class Parameters {
  readonly values: unknown[] = [];
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Translates a filter into a SQL condition; null if it is invalid or names an unknown field. */
export function filterSql(source: string, field: FieldSql, parameters: Parameters): string | null {
  const expression = parseExpression(source);
  return expression && conditionOf(expression, field, parameters);
}

function conditionOf(expression: Expression, field: FieldSql, parameters: Parameters): string | null {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const left = conditionOf(expression.left, field, parameters);
      const right = conditionOf(expression.right, field, parameters);
      return left && right && `(${left} ${expression.kind} ${right})`;
    }
    case 'not': {
      const inner = conditionOf(expression.inner, field, parameters);
      return inner && `not coalesce(${inner}, false)`;
    }
    case 'compare': {
      const sql = field(expression.path, parameters);
      return sql && comparisonOf(sql, expression, parameters);
    }
  }
}

function comparisonOf(
  sql: string,
  { operator, value }: Extract<Expression, { kind: 'compare' }>,
  parameters: Parameters,
): string {
  if (value === null) return operator === '!=' ? `${sql} is not null` : `${sql} is null`;
  if (operator === 'LIKE') return `${sql} ilike ${parameters.add(likeOf(value))}::text`;
  if (operator === 'contains') return `position(${parameters.add(String(value))}::text in ${sql}) > 0`;
  const symbol = operator === '==' ? '=' : operator === '!=' ? '<>' : operator;
  if (typeof value === 'number') {
    // Compared as numbers. A field that is not a number matches nothing.
    const number = `case when ${sql} ~ '^-?[0-9]+([.][0-9]+)?$' then (${sql})::numeric end`;
    return `(${number}) ${symbol} ${parameters.add(String(value))}::numeric`;
  }
  return `${sql} ${symbol} ${parameters.add(String(value))}::text collate "C"`;
}

const likeOf = (value: Literal): string =>
  String(value)
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%');
