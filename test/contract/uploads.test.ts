import { findUploadProblems, mergeParts, watchedPercent } from '#contract/learning/uploads.ts';
import { addWatched } from '#server/learning/programs/steps/watchedParts.ts';

describe('the limits of uploads', () => {
  it.each([
    ['video', 'a.mov', 10, { fileName: 'must end with .mp4, .m4v, .webm' }],
    ['video', 'a.mp4', 500 * 1024 ** 2 + 1, { size: 'is larger than 500 MB' }],
    ['captions', 'a.vtt', 1024 ** 2 + 1, { size: 'is larger than 1 MB' }],
    ['file', 'a.pdf', 100 * 1024 ** 2 + 1, { size: 'is larger than 100 MB' }],
    ['file', 'a.pdf', 0, { size: 'is empty' }],
    ['file', 'A.PDF', 1, {}],
  ] as const)('name the field of a problem: %s, %s', (purpose, fileName, size, problems) => {
    expect(findUploadProblems(purpose, { fileName, size })).toEqual(problems);
  });

  it.each(['a.html', 'a.svg', 'a.docm', 'a.exe', 'pdf', 'a.pdf.js'])('refuse %s as a file', (fileName) => {
    expect(findUploadProblems('file', { fileName, size: 1 }).fileName).toMatch(/^must end with/);
  });
});

describe('the watched parts of a video', () => {
  it('are joined, leaving out parts that were skipped or do not exist', () => {
    expect(
      mergeParts(
        [
          [50, 60],
          [0, 10],
          [5, 20],
          [90, 200],
          [7, 7],
        ],
        100,
      ),
    ).toEqual([
      [0, 20],
      [50, 60],
      [90, 100],
    ]);
    expect(
      watchedPercent(
        [
          [0, 20],
          [10, 30],
        ],
        100,
      ),
    ).toBe(30);
    expect(watchedPercent([[0, 89.99]], 100)).toBe(89);
    expect(watchedPercent([[0, 10]], 0)).toBe(0);
  });

  const add = (known: [number, number][], reported: [number, number][], passedSeconds: number) =>
    addWatched(known, reported, { seconds: 1_000, passedSeconds });

  it('grow by the parts that a report adds', () => {
    expect(
      add(
        [[0, 30]],
        [
          [0, 45],
          [100, 110],
        ],
        30,
      ),
    ).toEqual([
      [0, 45],
      [100, 110],
    ]);
  });

  it('grow by at most what can be watched at double speed, plus 5 seconds', () => {
    expect(add([], [[0, 1_000]], 10)).toEqual([[0, 25]]);
    expect(add([[10, 20]], [[0, 1_000]], 10)).toEqual([[0, 35]]);
    expect(
      add(
        [],
        [
          [0, 20],
          [500, 1_000],
        ],
        10,
      ),
    ).toEqual([
      [0, 20],
      [500, 505],
    ]);
    expect(add([[0, 25]], [[0, 25]], -50)).toEqual([[0, 25]]);
  });
});
