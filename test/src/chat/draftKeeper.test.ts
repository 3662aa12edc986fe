import { draftKeeper } from '#src/chat/draftKeeper.ts';

function started() {
  const kept: string[] = [];
  return { kept, keeper: draftKeeper((text) => kept.push(text)) };
}
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('what is being written', () => {
  it('is kept at its first letter, and then every so often while one goes on', () => {
    const { kept, keeper } = started();
    for (let letters = 1; letters <= 20; letters++) {
      keeper.change('a'.repeat(letters));
      jest.advanceTimersByTime(60);
    }
    expect(kept[0]).toBe('a');
    expect(kept.length).toBeLessThanOrEqual(5);
    jest.advanceTimersByTime(400);
    expect(kept.at(-1)).toBe('a'.repeat(20));
  });

  it('is kept at once again after a pause', () => {
    const { kept, keeper } = started();
    keeper.change('a');
    jest.advanceTimersByTime(1_000);
    keeper.change('ab');
    expect(kept).toEqual(['a', 'ab']);
  });

  it('is kept to its last letter when one leaves, and once', () => {
    const { kept, keeper } = started();
    keeper.change('a');
    keeper.change('ab');
    keeper.stop();
    jest.advanceTimersByTime(1_000);
    expect(kept).toEqual(['a', 'ab']);
  });

  it('is not kept again after it was flushed', () => {
    const { kept, keeper } = started();
    keeper.change('a');
    keeper.change('ab');
    keeper.flush();
    keeper.flush();
    jest.advanceTimersByTime(1_000);
    expect(kept).toEqual(['a', 'ab']);
  });
});
