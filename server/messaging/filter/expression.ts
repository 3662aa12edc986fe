/** The filter language of subscribers and of object lists. */
export type Comparison = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'contains' | 'LIKE';
export type Literal = string | number | boolean | null;

export type Expression =
  | { kind: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'not'; inner: Expression }
  | { kind: 'compare'; path: string[]; operator: Comparison; value: Literal };

const MAX_LENGTH = 4_096;
const MAX_DEPTH = 40;

const TOKEN =
  /\s*(?:(?<string>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?)|(?<operator>==|!=|<=|>=|&&|\|\||[<>!()])|(?<name>[A-Za-z_$][\w$-]*(?:\.[\w$-]+|\[\d+\])*))/y;

interface Token {
  kind: 'literal' | 'operator' | 'name';
  text: string;
  value?: Literal;
}

class FilterSyntaxError extends Error {}

/** Parses an expression; null if it is invalid. */
export function parseExpression(source: string): Expression | null {
  if (source.length > MAX_LENGTH) return null;
  try {
    return new Parser(tokenize(source)).whole();
  } catch (error) {
    if (error instanceof FilterSyntaxError) return null;
    throw error;
  }
}

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const groups = TOKEN.exec(source)?.groups;
    if (!groups) throw new FilterSyntaxError();
    tokens.push(tokenOf(groups));
  }
  return tokens;
}

function tokenOf({ string, number, operator, name }: Record<string, string | undefined>): Token {
  if (string !== undefined) {
    return { kind: 'literal', text: string, value: string.slice(1, -1).replace(/\\(.)/g, '$1') };
  }
  if (number !== undefined) return { kind: 'literal', text: number, value: Number(number) };
  if (operator !== undefined) return { kind: 'operator', text: operator };
  const word = name ?? '';
  if (/^(?:contains|like)$/i.test(word)) return { kind: 'operator', text: word.toLowerCase() };
  if (word === 'true' || word === 'false') return { kind: 'literal', text: word, value: word === 'true' };
  if (word === 'null') return { kind: 'literal', text: word, value: null };
  return { kind: 'name', text: word };
}

const COMPARISONS: Record<string, Comparison> = {
  '==': '==',
  '!=': '!=',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
  contains: 'contains',
  like: 'LIKE',
};
/** The comparison operator after its operands are swapped. */
const MIRRORED: Partial<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

class Parser {
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;
  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const expression = this.#or();
    if (this.#at < this.#tokens.length) throw new FilterSyntaxError();
    return expression;
  }
  #or(): Expression {
    let left = this.#and();
    while (this.#skip('||')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }
  #and(): Expression {
    let left = this.#unary();
    while (this.#skip('&&')) left = { kind: 'and', left, right: this.#unary() };
    return left;
  }
  #unary(): Expression {
    if (++this.#depth > MAX_DEPTH) throw new FilterSyntaxError();
    let expression: Expression;
    if (this.#skip('!')) expression = { kind: 'not', inner: this.#unary() };
    else if (this.#skip('(')) {
      expression = this.#or();
      if (!this.#skip(')')) throw new FilterSyntaxError();
    } else expression = this.#comparison();
    this.#depth--;
    return expression;
  }
  #comparison(): Expression {
    const left = this.#operand();
    const operator = COMPARISONS[this.#next().text];
    const right = this.#operand();
    if (!operator) throw new FilterSyntaxError();
    if (left.kind === 'name' && right.kind === 'literal')
      return { kind: 'compare', path: pathOf(left.text), operator, value: right.value ?? null };
    const mirrored = MIRRORED[operator];
    if (left.kind === 'literal' && right.kind === 'name' && mirrored)
      return { kind: 'compare', path: pathOf(right.text), operator: mirrored, value: left.value ?? null };
    throw new FilterSyntaxError();
  }
  #operand(): Token {
    const token = this.#next();
    if (token.kind === 'operator') throw new FilterSyntaxError();
    return token;
  }
  #next(): Token {
    const token = this.#tokens[this.#at++];
    if (!token) throw new FilterSyntaxError();
    return token;
  }
  #skip(operator: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'operator' || token.text !== operator) return false;
    this.#at++;
    return true;
  }
}

const pathOf = (name: string): string[] => name.replace(/\[(\d+)\]/g, '.$1').split('.');
