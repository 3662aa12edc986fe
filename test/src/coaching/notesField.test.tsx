import { act, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { NotesField } from '#src/coaching/room/NotesField.tsx';
import { show } from '#test/src/support/show.tsx';

it('keeps the caret at its place in the text while the other person types before it', async () => {
  let receive: (text: string) => void = () => {};
  function Notes() {
    const [text, setText] = useState('Mine');
    useEffect(() => {
      receive = setText;
    }, []);
    return <NotesField kind="shared" label="Shared notes" placeholder="" text={text} />;
  }
  const { user } = show(<Notes />);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Shared notes' });
  await user.click(field);
  field.setSelectionRange(4, 4);
  // Several letters arrive before the browser reports the selection.
  for (const text of ['TMine', 'ThMine', 'The Mine', 'Their Mine']) act(() => receive(text));
  expect(field).toHaveValue('Their Mine');
  expect([field.selectionStart, field.selectionEnd]).toEqual([10, 10]);
  act(() => receive('Their Mine, and more'));
  expect(field.selectionStart).toBe(10);
});
