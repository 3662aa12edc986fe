import fc from 'fast-check';
import { routeOf } from '#store/navigation/routes.ts';
import { redirectTargetOf, safePath, startTargetOf } from '#store/navigation/safePath.ts';

const hostile = [
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  ' /home',
  '/home ',
  '/ho me',
  '/home\u0000',
  '/home\u007f',
  '/home\u0085',
  '/home\u00a0',
  '/home\u200b',
  '/home\u202e',
  '/home\u2028',
  '/home\ufeff',
  '/\u3000/evil.example',
  'https://evil.example',
  'http:evil.example',
  'https:/evil.example',
  'https:evil.example/home',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'mailto:a@evil.example',
  'evil.example',
  'home',
  './home',
  '../home',
  '?url=/home',
  '#/home',
  '@evil.example',
  'user:password@evil.example/home',
  '/%2f%2fevil.example',
  '/%2Fevil.example',
  '/program/%2f%2fevil.example',
  '/program/%5cevil.example',
  '/program/%2e%2e/admin',
  '/program/%2E%2E%2Fadmin',
  '/program/%252e%252e',
  '/program/%00',
  '/program/%0d%0aSet-Cookie:x',
  '/program/%',
  '/program/%g1',
  '/program/100%',
  '/home//evil.example',
  '/home/..//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/login',
  '/login?redirectUrl=/home',
  '/Login',
  '/logout',
  '/api/auth/sign-out',
  '/api',
  '/home/../api/session',
  '/.well-known/jwks.json',
  `/home?x=${'a'.repeat(2_100)}`,
  '/home\ud800',
  '',
];

describe('addresses from outside', () => {
  it.each(hostile)('refuses %j', (value) => {
    expect(safePath(value)).toBeNull();
  });

  it.each([
    ['/home', '/home'],
    ['/program/aaaaaaaaaaaaaaaa?show=topics#top', '/program/aaaaaaaaaaaaaaaa?show=topics#top'],
    ['/program/5/coaching/9?type=remote', '/program/5/coaching/9?type=remote'],
    ['/admin/programs/create/', '/admin/programs/create/'],
    ['/home/../team', '/team'],
    ['/home?next=//evil.example', '/home?next=//evil.example'],
    ['/no/such/place', '/not-found'],
  ])('accepts %j and opens %j', (value, expected) => {
    expect(safePath(value)).toBe(expected);
  });

  it('never lead out of this application, for any combination of known attack patterns', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '%2e',
      '%',
      '@',
      ':',
      '?',
      '#',
      'https:',
      'javascript:',
      'evil.example',
      'home',
      'program',
      'admin',
      'login',
      'api',
      '\t',
      '\n',
      ' ',
      '\u0000',
      '\u200b',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = safePath(pieces.join(''));
        if (path === null) return;
        const url = new URL(path, 'https://trellis.example');
        expect(url.origin).toBe('https://trellis.example');
        expect(path.startsWith('/') && !path.startsWith('//')).toBe(true);
        expect(routeOf(url.pathname)).not.toBeNull();
        expect(url.pathname).not.toMatch(/^\/(login|logout|api)(\/|$)/i);
        expect(safePath(path)).toBe(path);
      }),
      { numRuns: 2_000 },
    );
  });
});

it('decodes a target exactly once', () => {
  expect(redirectTargetOf(`?redirectUrl=${encodeURIComponent('/team?x=1')}`)).toBe('/team?x=1');
  expect(
    redirectTargetOf(`?redirectUrl=${encodeURIComponent(encodeURIComponent('//evil.example'))}`),
  ).toBeNull();
  expect(redirectTargetOf('?redirectUrl=%2F%2Fevil.example')).toBeNull();
  expect(redirectTargetOf('')).toBeNull();
});

it.each([
  ['?url=%2Fteam', '/team'],
  ['?url=%2Fab', null],
  ['?url=', null],
  ['?x=1', null],
  ['?url=%2F%2Fevil.example', '/home'],
])('starting with %s opens %s', (search, expected) => {
  expect(startTargetOf(search)).toBe(expected);
});
