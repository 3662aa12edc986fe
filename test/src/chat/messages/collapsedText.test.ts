import { collapsedText } from '#src/chat/messages/collapsedText.ts';

const repeated = (count: number) => 'growth '.repeat(count).trim();

it('does not collapse a text that fits the view', () => {
  expect(collapsedText('')).toBeNull();
  expect(collapsedText(repeated(100))).toBeNull();
  expect(collapsedText('line\n'.repeat(15))).toBeNull();
});

it('cuts a long text at the end of a word', () => {
  const start = collapsedText(repeated(5_000))!;
  expect(start).toMatch(/growth$/);
  expect(start.length).toBeGreaterThan(300);
  expect(start.length).toBeLessThanOrEqual(360);
});

it('collapses a text with many short lines', () => {
  expect(collapsedText('line\n'.repeat(40))).toBe('line\n'.repeat(10).trimEnd());
});

it('cuts a text without spaces between 2 characters', () => {
  expect(collapsedText('x'.repeat(32_000))).toHaveLength(360);
  const family = '👩‍👩‍👧‍👦';
  expect(
    collapsedText(family.repeat(300))!
      .split(family)
      .every((rest) => rest === ''),
  ).toBe(true);
});

it('does not cut a link, because it would lead elsewhere', () => {
  const address = `https://example.org/${'a'.repeat(200)}`;
  expect(collapsedText(`${repeated(40)} ${address} ${repeated(200)}`)).toBe(repeated(40));
});

it('shows a link at the start in full and collapses the rest', () => {
  const address = `https://example.org/${'a'.repeat(800)}`;
  expect(collapsedText(`${address} ${repeated(400)}`)).toBe(address);
  expect(collapsedText(address)).toBeNull();
});
