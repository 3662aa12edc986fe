import 'fake-indexeddb/auto';
import { act, renderHook, waitFor } from '@testing-library/react';
import { readBox, type SurveyBox } from '#src/surveys/anonymous/surveyBox.ts';
import { useSurveyBox } from '#src/surveys/anonymous/useSurveyBox.ts';

const boxWith = (answers: SurveyBox['answers']): SurveyBox => ({
  ticket: { message: 'm', blinded: 'b', inverse: 'i', signature: 's' },
  answers,
  at: null,
  isSubmitted: false,
});

describe('the answers to an anonymous survey in this browser', () => {
  it('count as stored only after the last change is written', async () => {
    const { result } = renderHook(() => useSurveyBox('3/7/s1'));
    await waitFor(() => expect(result.current.box).toBeNull());
    expect(result.current.isStored).toBe(true);
    act(() => {
      void result.current.put(boxWith({ q1: 'first' }));
      void result.current.change({ answers: { q1: 'second' } });
    });
    expect(result.current).toMatchObject({ isStored: false, box: { answers: { q1: 'second' } } });
    await waitFor(() => expect(result.current.isStored).toBe(true));
    expect(await readBox('3/7/s1')).toEqual(boxWith({ q1: 'second' }));
  });
});
