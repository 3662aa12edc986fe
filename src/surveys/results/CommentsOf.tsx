import { useId, useState } from 'react';
import { foldText } from '#contract/foldText.ts';
import type { Survey } from '#contract/surveys/surveys.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { plural } from '#src/ui/text/plural.ts';

/** From this number on, comments can be filtered. */
const FILTERED_FROM = 4;

/** The number of comments that are shown at first. */
const FIRST = 8;

interface CommentsOfProps {
  question: string;
  comments: readonly string[];
  mode: Survey['mode'];
}

/** Comments in random order, with a filter by words. */
export function CommentsOf({ question, comments, mode }: CommentsOfProps) {
  const [words, setWords] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  const id = useId();
  const wanted = foldText(words).split(/\s+/).filter(Boolean);
  const shown = comments.filter((comment) => wanted.every((word) => foldText(comment).includes(word)));
  return (
    <>
      <p className="small text-2" id={id} role="status">
        {wanted.length === 0
          ? `${plural(comments.length, '# comment', '# comments')}${mode === 'named' ? '' : ', in random order'}`
          : plural(shown.length, `# of ${comments.length} comments`, `# of ${comments.length} comments`)}
      </p>
      {comments.length >= FILTERED_FROM && (
        <div className="comments-filter">
          <TextField label={`Filter comments on: ${question}`} value={words} onChange={setWords} />
        </div>
      )}
      <ul className="quotes" aria-describedby={id}>
        {shown.map((comment, index) => (
          // Equal comments differ only in their position. Hidden ones are printed.
          <li key={`${index}${comment}`} hidden={!showsAll && index >= FIRST}>
            {comment}
          </li>
        ))}
      </ul>
      {shown.length > FIRST && !showsAll && (
        <Button className="comments-more" small onClick={() => setShowsAll(true)}>
          {`Show all ${shown.length} comments`}
        </Button>
      )}
    </>
  );
}
