import { offsetsOf, searchTimeZones, timeIn, timeZonesWith } from '#src/profile/edit/timeZones.ts';

const january = new Date('2027-01-15T12:00:00Z');
const zones = timeZonesWith('Europe/Berlin');
const offsets = offsetsOf(zones, january);
const found = (text: string) => searchTimeZones(zones, offsets, text).map(({ id }) => id);

it.each([
  ['berlin', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['America/New_York', 'America/New_York'],
])('finds the zone of a city: %s', (text, id) => {
  expect(found(text)).toContain(id);
});

it('finds zones by their UTC offset', () => {
  expect(offsets.get('Europe/Berlin')).toBe('UTC+01:00');
  expect(found('utc+01')).toContain('Europe/Berlin');
  expect(found('UTC-05:00')).toContain('America/New_York');
  expect(found('berlin utc-05')).toEqual([]);
});

it('keeps a saved zone that this browser does not know', () => {
  const unknown = timeZonesWith('Mars/Olympus');
  expect(unknown.map(({ id }) => id)).toContain('Mars/Olympus');
  expect(offsetsOf(unknown, january).get('Mars/Olympus')).toBe('');
  expect(timeIn('Mars/Olympus', january)).toBeNull();
});
