import { buildSearchIndex, searchPeople } from '#store/people/searchPeople.ts';
import { aPerson, lena, max, zoe } from '#test/fixtures/people.ts';

const gone = aPerson({
  userId: 20,
  firstName: 'Maxine',
  lastName: 'Gone',
  emailAddress: 'gone@demo.example',
  isActive: false,
});
const anna = aPerson({
  userId: 21,
  firstName: 'Anna',
  lastName: 'Smith',
  emailAddress: 'a.smith@demo.example',
});
const index = buildSearchIndex([lena, max, zoe, gone, anna]);
const found = (text: string) => searchPeople(index, text, lena.userId).map(({ firstName }) => firstName);

describe('the people search', () => {
  it('requires more than one character', () => {
    expect(found('m')).toEqual([]);
    expect(found('  m ')).toEqual([]);
    expect(found('ma')).toEqual(['Max']);
  });

  it('finds the start of first name, last name, email and full name, ignoring case and accents', () => {
    expect(found('MUST')).toEqual(['Max']);
    expect(found('max@')).toEqual(['Max']);
    expect(found('zoe')).toEqual(['Zoë']);
    expect(found('ZOË')).toEqual(['Zoë']);
    expect(found('anna sm')).toEqual(['Anna']);
    expect(found("o'n")).toEqual(['Zoë']);
    expect(found('ustermann')).toEqual([]);
  });

  it('finds people by the topics they can help with', () => {
    const helpful = buildSearchIndex([aPerson({ helpTopics: ['Giving feedback', 'planning'] })]);
    const names = (text: string) => searchPeople(helpful, text, 1).map(({ firstName }) => firstName);
    expect(names('giving')).toEqual(['Max']);
    expect(names('PLAN')).toEqual(['Max']);
    expect(names('feedback')).toEqual([]);
  });

  it('finds names with ø, ł or þ by plain letters', () => {
    const called = (firstName: string, userId: number) => aPerson({ userId, firstName, lastName: 'Nord' });
    const nordic = buildSearchIndex([called('Søren', 31), called('Łukasz', 32), called('Þóra', 33)]);
    const foundThere = (text: string) => searchPeople(nordic, text, 1).map(({ firstName }) => firstName);
    expect(foundThere('soren')).toEqual(['Søren']);
    expect(foundThere('SØR')).toEqual(['Søren']);
    expect(foundThere('luk')).toEqual(['Łukasz']);
    expect(foundThere('thora')).toEqual(['Þóra']);
  });

  it('leaves out the user and people who have left', () => {
    expect(found('lena')).toEqual([]);
    expect(found('maxi')).toEqual([]);
  });

  it('compares only a few of 50,000 people', () => {
    const crowd = Array.from({ length: 50_000 }, (_, n) =>
      aPerson({
        userId: n + 100,
        firstName: `First${n}`,
        lastName: `Last${n % 977}`,
        emailAddress: `p${n}@demo.example`,
      }),
    );
    let looks = 0;
    const watched = new Proxy(buildSearchIndex(crowd), {
      get(index, key, receiver) {
        looks += 1;
        return Reflect.get(index, key, receiver) as unknown;
      },
    });
    expect(searchPeople(watched, 'last12', 1)).toHaveLength(50);
    expect(looks).toBeLessThan(300);
  });
});
