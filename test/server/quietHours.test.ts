import { quietTimeLeft } from '#server/chat/quietHours.ts';

const MINUTE = 60_000;
const at = (time: string) => new Date(`2026-11-21T${time}Z`);
const night = { timeZone: 'Europe/Berlin', quietFrom: '20:00', quietUntil: '07:00' };

it('waits until the quiet hours end in the person’s time zone, even past midnight', () => {
  expect(quietTimeLeft(night, at('18:59:00'))).toBe(0);
  expect(quietTimeLeft(night, at('19:00:00'))).toBe(11 * 60 * MINUTE);
  expect(quietTimeLeft(night, at('23:30:30'))).toBe(6 * 60 * MINUTE + 29.5 * MINUTE);
  expect(quietTimeLeft(night, at('05:59:00'))).toBe(MINUTE);
  expect(quietTimeLeft(night, at('06:00:00'))).toBe(0);
});

it('never waits without quiet hours', () => {
  expect(quietTimeLeft({ ...night, quietFrom: null, quietUntil: null }, at('23:00:00'))).toBe(0);
});
