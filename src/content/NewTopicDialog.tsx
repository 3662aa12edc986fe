import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { TITLE_MAX_LENGTH } from '#contract/learning/authoring.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useCreateTopicMutation } from '#store/content/contentApi.ts';
import { topicPath } from './contentAddress.ts';

/** Asks for the title of a new topic, and opens its editor. */
export function NewTopicDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [createTopic, { isLoading }] = useCreateTopicMutation();
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const create = async () => {
    setMessage(null);
    if (title.trim() === '') return setError(fieldSentence('Title', 'is missing'));
    const { data, error: failure } = await createTopic({ title: title.trim() });
    if (data) return void navigate(topicPath(data.topicId));
    const problem = problemOf(failure);
    setError(fieldSentence('Title', problem.fields.title));
    setMessage(problem.message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create();
  };
  return (
    <Dialog title="New topic" onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={submit}>
        <TextField
          label="Title"
          help="You can change it later. Only authors see the topic until you publish it."
          value={title}
          error={error}
          maxLength={TITLE_MAX_LENGTH}
          onChange={(next) => {
            setError(null);
            setMessage(null);
            setTitle(next);
          }}
        />
        <FormErrors title="The topic was not created" message={message} />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" busy={isLoading}>
            Create topic
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
