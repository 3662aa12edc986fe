import type { AuthoredTopic } from '#contract/learning/authoring.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { useRetireTopicMutation } from '#store/content/contentApi.ts';

interface RetiredNoteProps {
  topic: AuthoredTopic;
  onRestored: (topic: AuthoredTopic) => void;
  onFailure: (error: unknown) => void;
}

/** What it means that a topic is retired, and the way back. */
export function RetiredNote({ topic: { topicId, version }, onRestored, onFailure }: RetiredNoteProps) {
  const [retireTopic, { isLoading }] = useRetireTopicMutation();
  const restore = async () => {
    const { data, error } = await retireTopic({ topicId, version, isRetired: false });
    if (data) onRestored(data);
    else onFailure(error);
  };
  return (
    <div className="stack-3">
      <Note>
        This topic is retired: it cannot be added to programs or published. Programs that use it keep it.
      </Note>
      <div className="row">
        <Button small busy={isLoading} onClick={() => void restore()}>
          Restore
        </Button>
      </div>
    </div>
  );
}
