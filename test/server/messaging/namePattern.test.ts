import fc from 'fast-check';
import { NamePattern } from '#server/messaging/access/namePattern.ts';

describe('a name pattern', () => {
  it.each([
    [
      '^chat_T1_U(7\\.U[1-9][0-9]*|[1-9][0-9]*\\.U7)$',
      ['chat_T1_U7.U9', 'chat_T1_U3.U7'],
      ['chat_T1_U7.*', 'chat_T1_U3.U77', 'xchat_T1_U7.U9', 'chat_T1_U7.U9-pnpres'],
    ],
    ['room', ['room', 'ballroom-2'], ['roo']],
    ['^$', [''], ['a']],
    ['^a.c$', ['abc', 'a💬c'], ['ac']],
    ['^[^a-c-]+$', ['xyz'], ['xbz', 'x-z']],
    ['^(?:ab){2,3}?$', ['abab', 'ababab'], ['ab', 'abababab']],
    ['^a{2}b{0,}c?$', ['aa', 'aabbc'], ['a', 'aacc']],
    ['\\d\\D\\w\\W\\s\\S', ['1a_- x'], ['11_- x']],
    ['^(a|b|)$', ['a', 'b', ''], ['c']],
    ['^\\*\\.\\[$', ['*.['], ['x.[']],
  ])('matches names with %s', (source, matching, others) => {
    const pattern = new NamePattern(source);
    expect(matching.filter((name) => !pattern.matches(name))).toEqual([]);
    expect(others.filter((name) => pattern.matches(name))).toEqual([]);
  });

  it.each([
    '(?=a)',
    '(a)\\1',
    '(',
    'a)',
    '*',
    '[a',
    'a{2,1}',
    '[z-a]',
    '\\',
    'a'.repeat(513),
    '((((a{100}){100}){100}){100})',
  ])('is rejected: %s', (source) => {
    expect(() => new NamePattern(source)).toThrow();
  });

  it('matches the same names as a JavaScript regular expression', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '(a|b)',
      '(?:ab|c)',
      '(a?)',
      '^',
      '$',
      '1',
    );
    const source = fc
      .array(fc.tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{1,2}', '{2}')), { maxLength: 6 })
      .map((parts) => parts.map(([one, times]) => (one === '^' || one === '$' ? one : one + times)).join(''));
    const name = fc
      .array(fc.constantFrom('a', 'b', 'c', '1'), { maxLength: 8 })
      .map((chars) => chars.join(''));
    fc.assert(
      fc.property(source, name, (pattern, text) => {
        expect([pattern, text, new NamePattern(pattern).matches(text)]).toEqual([
          pattern,
          text,
          new RegExp(pattern, 'u').test(text),
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it('matches quickly even with patterns that cause catastrophic backtracking', () => {
    const startedAt = performance.now();
    for (const source of ['^(a+)+$', '^(a|a)*$', '^(.*a){20}$', 'a*a*a*a*a*a*a*a*b', '(x+x+)+y']) {
      expect(new NamePattern(source).matches(`${'a'.repeat(90)}!${'x'.repeat(8)}`)).toBe(false);
    }
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
