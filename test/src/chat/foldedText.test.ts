import { foldedText } from '#src/chat/foldedText.ts';

const words = (count: number) => 'growth '.repeat(count).trim();

it('leaves what fits the view as it is', () => {
  expect(foldedText('')).toBeNull();
  expect(foldedText(words(100))).toBeNull();
  expect(foldedText('line\n'.repeat(15))).toBeNull();
});

it('shows the beginning of a long text, up to the end of a word', () => {
  const start = foldedText(words(5_000))!;
  expect(start).toMatch(/growth$/);
  expect(start.length).toBeGreaterThan(300);
  expect(start.length).toBeLessThanOrEqual(360);
});

it('counts lines too: a list of short ones is as tall as a long text', () => {
  expect(foldedText('line\n'.repeat(40))).toBe('line\n'.repeat(10).trimEnd());
});

it('cuts a text without spaces between two signs, and never within one', () => {
  expect(foldedText('x'.repeat(32_000))).toHaveLength(360);
  const family = '👩‍👩‍👧‍👦';
  expect(
    foldedText(family.repeat(300))!
      .split(family)
      .every((rest) => rest === ''),
  ).toBe(true);
});

it('never cuts an address, which would lead elsewhere', () => {
  const address = `https://example.org/${'a'.repeat(200)}`;
  expect(foldedText(`${words(40)} ${address} ${words(200)}`)).toBe(words(40));
});

it('shows all of an address that it begins with, and folds what follows', () => {
  const address = `https://example.org/${'a'.repeat(800)}`;
  expect(foldedText(`${address} ${words(400)}`)).toBe(address);
  expect(foldedText(address)).toBeNull();
});
