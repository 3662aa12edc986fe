import { groupAttributes, pickAttributes, userAttributes } from '#server/access/directory/attributes.ts';
import { conditionOf } from '#server/access/directory/filter.ts';
import { applyPatch } from '#server/access/directory/patch.ts';
import { ScimError } from '#server/access/directory/scimError.ts';
import { sql } from '#server/db/drizzle.ts';

const person = {
  userName: 'ann@company.example',
  active: true,
  title: 'Engineer',
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [{ value: 'ann@company.example', type: 'work', primary: true }],
};
const patchUser = (...Operations: unknown[]) => applyPatch(userAttributes, person, { Operations });
const group = { displayName: 'Sales', members: [{ value: '1' }, { value: '2' }] };
const patchGroup = (...Operations: unknown[]) => applyPatch(groupAttributes, group, { Operations });

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ScimError) return error.scimType;
    throw error;
  }
  return 'not refused';
}

describe('a PATCH request', () => {
  it('accepts Entra’s capital letters, paths with filters, and booleans sent as text', () => {
    expect(
      patchUser(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ann.lee@company.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Lee-Park' },
        { op: 'Add', path: 'title', value: 'Director' },
        { op: 'Replace', path: 'active', value: 'False' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
          value: '7',
        },
      ),
    ).toEqual({
      ...person,
      active: 'False',
      title: 'Director',
      name: { givenName: 'Ann', familyName: 'Lee-Park' },
      emails: [{ value: 'ann.lee@company.example', type: 'work', primary: true }],
      manager: { value: '7' },
    });
  });

  it('accepts Entra’s requests without a path, where the names in the value are paths', () => {
    expect(
      patchUser({
        op: 'Add',
        value: {
          'name.givenName': 'Anna',
          'emails[type eq "work"].value': 'anna@company.example',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager': { value: '7' },
          'phoneNumbers[type eq "work"].value': '555',
          active: true,
        },
      }),
    ).toEqual({
      ...person,
      name: { givenName: 'Anna', familyName: 'Lee' },
      emails: [{ value: 'anna@company.example', type: 'work', primary: true }],
      manager: { value: '7' },
    });
  });

  it('replaces attributes without a path, as Okta sends them', () => {
    expect(patchUser({ op: 'replace', value: { active: false } })).toEqual({ ...person, active: false });
    expect(
      patchUser({
        op: 'replace',
        value: {
          emails: [{ value: 'new@company.example', type: 'work', primary: true }],
          NAME: { givenname: 'Eve' },
        },
      }),
    ).toEqual({
      ...person,
      name: { givenName: 'Eve', familyName: 'Lee' },
      emails: [{ value: 'new@company.example', type: 'work', primary: true }],
    });
  });

  it('adds an address that does not exist yet', () => {
    const { emails: _emails, ...others } = person;
    const patched = applyPatch(userAttributes, others, {
      Operations: [{ op: 'Add', path: 'emails[type eq "work"].value', value: 'ann@company.example' }],
    });
    expect(patched.emails).toEqual([{ type: 'work', value: 'ann@company.example' }]);
  });

  it('removes attributes, including those with the value null', () => {
    const { title: _title, ...withoutTitle } = person;
    expect(patchUser({ op: 'remove', path: 'title' })).toEqual(withoutTitle);
    expect(patchUser({ op: 'Replace', path: 'title', value: null })).toEqual(withoutTitle);
  });

  it('changes the members of a group in the format of each directory', () => {
    const membersAfter = (...operations: unknown[]) =>
      ((patchGroup(...operations).members ?? []) as { value: string }[]).map(({ value }) => value);
    expect(membersAfter({ op: 'Add', path: 'members', value: [{ $ref: null, value: '3' }] })).toEqual([
      '1',
      '2',
      '3',
    ]);
    expect(membersAfter({ op: 'add', path: 'members', value: [{ value: '2', display: 'Bo' }] })).toEqual([
      '1',
      '2',
    ]);
    expect(membersAfter({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '1' }] })).toEqual([
      '2',
    ]);
    expect(membersAfter({ op: 'remove', path: 'members[value eq "2"]' })).toEqual(['1']);
    expect(membersAfter({ op: 'remove', path: 'members' })).toEqual([]);
    expect(membersAfter({ op: 'replace', path: 'members', value: [{ value: '9' }] })).toEqual(['9']);
    expect(membersAfter({ op: 'replace', value: { id: 'x', displayName: 'New', members: [] } })).toEqual([]);
  });

  it('ignores attributes that Trellis does not store', () => {
    expect(
      patchUser(
        { op: 'Add', path: 'nickName', value: 'A' },
        { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
        { op: 'Replace', path: 'toString.call', value: 'x' },
      ),
    ).toEqual(person);
  });

  it.each([
    ['a body that is no object', [], 'invalidSyntax'],
    ['no operations', { Operations: [] }, 'invalidSyntax'],
    ['an unknown operation', { Operations: [{ op: 'move', path: 'title' }] }, 'invalidSyntax'],
    ['a path that is no text', { Operations: [{ op: 'add', path: 5, value: 1 }] }, 'invalidPath'],
    [
      'a path with two filters',
      { Operations: [{ op: 'add', path: 'emails[a][b]', value: 1 }] },
      'invalidPath',
    ],
    [
      'a filter that is not valid',
      { Operations: [{ op: 'add', path: 'emails[type].value', value: 1 }] },
      'invalidPath',
    ],
    [
      'a filter of a simple attribute',
      { Operations: [{ op: 'add', path: 'title[a eq 1]', value: 1 }] },
      'invalidPath',
    ],
    ['remove without a path', { Operations: [{ op: 'Remove', value: {} }] }, 'noTarget'],
    ['no value', { Operations: [{ op: 'add', path: 'title' }] }, 'invalidValue'],
    ['a value without names', { Operations: [{ op: 'add', value: 'x' }] }, 'invalidValue'],
    [
      'a target that does not exist',
      { Operations: [{ op: 'replace', path: 'emails[value co "zzz"].value', value: 'y' }] },
      'noTarget',
    ],
  ])('is refused with %s', (_what, body, scimType) => {
    expect(refusalOf(() => applyPatch(userAttributes, person, body))).toBe(scimType);
  });

  it('cannot change an object’s prototype', () => {
    const before = Object.getOwnPropertyNames(Object.prototype).sort();
    const payloads: unknown[] = [
      { op: 'add', path: '__proto__.polluted', value: 'yes' },
      { op: 'add', path: 'constructor.prototype.polluted', value: 'yes' },
      { op: 'replace', path: 'name.__proto__', value: { polluted: 'yes' } },
      { op: 'add', path: 'emails[constructor eq "x"].value', value: 'yes' },
      { op: 'add', value: JSON.parse('{"__proto__": {"polluted": "yes"}}') },
      { op: 'add', value: { 'constructor.prototype.polluted': 'yes' } },
      { op: 'add', path: 'name', value: JSON.parse('{"__proto__": {"polluted": "yes"}}') },
    ];
    for (const payload of payloads)
      expect([payload, refusalOf(() => patchUser(payload))]).toEqual([payload, 'invalidPath']);
    expect(refusalOf(() => pickAttributes(userAttributes, JSON.parse('{"__proto__": {"a": 1}}')))).toBe(
      'invalidPath',
    );
    expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a filter', () => {
  const comparisons = {
    username: () => sql`true`,
    'emails.value': () => sql`true`,
    'emails.type': () => null,
  };
  const refusal = (filter: string) => refusalOf(() => conditionOf(filter, comparisons));

  it('combines comparisons with and, or, not, and filters of values', () => {
    for (const filter of [
      'userName eq "a"',
      'USERNAME Eq "a"',
      'userName eq "a" and (emails.value eq "b" or not (userName eq "c"))',
      'emails[type eq "work" and value eq "a"]',
      'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"',
    ])
      expect([filter, refusal(filter)]).toEqual([filter, 'not refused']);
  });

  it('is refused quickly if it is invalid or not supported', () => {
    const filters = [
      '',
      'userName',
      'userName eq',
      'userName eq a b',
      'userName xx "a"',
      'userName co "a"',
      'nickName eq "a"',
      'constructor eq "a"',
      '__proto__ eq "a"',
      '(userName eq "a"',
      'userName eq "a" and',
      'userName eq "\ud800"',
      'userName eq "a\u0000"',
      `userName eq "${'\n'.repeat(200)}`,
      `${'('.repeat(900)}userName eq "a"`,
      `${'not '.repeat(240)}userName pr`,
      `userName eq "${'a'.repeat(2_000)}"`,
      'emails[emails[value eq "a"]]',
    ];
    for (const filter of filters) expect([filter, refusal(filter)]).toEqual([filter, 'invalidFilter']);
  });
});
