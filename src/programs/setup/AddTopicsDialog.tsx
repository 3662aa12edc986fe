import { useState } from 'react';
import { Link } from 'react-router-dom';
import { foldText } from '#contract/foldText.ts';
import type { LibraryTopic } from '#contract/learning/programSetup.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { SearchFilter } from '#src/ui/controls/Filters.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

interface AddTopicsDialogProps {
  topics: readonly LibraryTopic[];
  onAdd: (topicIds: string[]) => void;
  onClose: () => void;
}

/** Topics of the library that are not in the program yet. */
export function AddTopicsDialog({ topics, onAdd, onClose }: AddTopicsDialogProps) {
  const mayAuthor = useAppSelector((state) => selectUser(state)?.roles.mayAuthor ?? false);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const found = topics.filter(({ title, behaviorName }) =>
    foldText(`${title} ${behaviorName}`).includes(foldText(search.trim())),
  );
  return (
    <Dialog title="Add topics" onClose={onClose}>
      <div className="stack-4">
        {topics.length === 0 ? (
          <p>
            {'The library has no other topics. '}
            {mayAuthor ? <Link to="/content">Write a topic</Link> : 'Ask an author to write and publish one.'}
          </p>
        ) : (
          <>
            <SearchFilter
              label="Search topics"
              placeholder="Search topics"
              value={search}
              onChange={setSearch}
            />
            <ul className="wizard-choices">
              {found.map(({ topicId, title, behaviorName, state, minutes }) => (
                <li key={topicId}>
                  <label className="row">
                    <input
                      type="checkbox"
                      className="checkbox"
                      checked={chosen.includes(topicId)}
                      onChange={(event) =>
                        setChosen(
                          event.currentTarget.checked
                            ? [...chosen, topicId]
                            : chosen.filter((one) => one !== topicId),
                        )
                      }
                    />
                    {title || 'Untitled topic'}
                  </label>
                  <span className="small text-3 wizard-choice-detail">
                    {state === 'draft'
                      ? 'Draft, not published yet'
                      : minutes > 0
                        ? `${behaviorName}, ${minutes} min required`
                        : behaviorName}
                  </span>
                </li>
              ))}
              {found.length === 0 && <li className="text-2">No topics match.</li>}
            </ul>
          </>
        )}
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            missing={chosen.length === 0 ? 'Select at least one topic.' : null}
            onClick={() => onAdd(chosen)}
          >
            {chosen.length === 0 ? 'Add topics' : plural(chosen.length, 'Add # topic', 'Add # topics')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
