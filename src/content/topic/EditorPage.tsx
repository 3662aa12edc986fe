import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type AuthoredTopic,
  BEHAVIOR_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  MAX_TAGS,
  TITLE_MAX_LENGTH,
} from '#contract/learning/authoring.ts';
import { useResultToast } from '#src/app/useResultToast.ts';
import { TopicState } from '#src/content/TopicState.tsx';
import { CHOOSE_VERSION, ConflictBar } from '#src/forms/ConflictBar.tsx';
import { DocumentStatus } from '#src/forms/DocumentStatus.tsx';
import { fieldId } from '#src/forms/fieldIds.ts';
import { fieldSentence } from '#src/forms/fieldWords.ts';
import { focusFirst } from '#src/forms/focusFirst.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useChangeTopicReviewMutation, usePublishTopicMutation } from '#store/content/contentApi.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { RetiredNote } from './RetiredNote.tsx';
import { PROBLEMS_ID, SidePanel } from './SidePanel.tsx';
import { StepList } from './StepList.tsx';
import { TopicPreview } from './TopicPreview.tsx';
import { TopicReview, useIsOwnReview } from './TopicReview.tsx';
import { labelOf } from './topicTexts.ts';
import { conflictingValues, useTopicDocument } from './useTopicDocument.ts';

const NOT_PUBLISHED = 'Not published';
const UNCHANGED = 'Nothing has changed since the last version.';

interface EditorPageProps {
  loaded: AuthoredTopic;
  reload: () => Promise<{ data?: AuthoredTopic | undefined }>;
}

export function EditorPage({ loaded, reload }: EditorPageProps) {
  const tell = useResultToast();
  const form = useTopicDocument(loaded, reload);
  const { topicId } = loaded;
  const { doc, saved } = form;
  const [publish, { isLoading }] = usePublishTopicMutation();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const [showsErrors, setShowsErrors] = useState(false);
  const [isPreviewing, setPreviewing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [releaseNotes, setReleaseNotes] = useState('');
  /** The action that was started, from its first step: the unsaved changes are saved before its call. */
  const [started, setStarted] = useState<'publish' | 'review' | null>(null);
  const [failure, setFailure] = useState<{
    title: string;
    message: string;
    until?: 'chosen' | 'saved';
  } | null>(null);
  const change = (next: typeof doc) => {
    setFailure(null);
    form.change(next);
  };
  const isFailureOver =
    (failure?.until === 'chosen' && form.conflict === null) ||
    (failure?.until === 'saved' && form.state === 'saved');
  const [changeReview] = useChangeTopicReviewMutation();
  const isOwnReview = useIsOwnReview(saved);
  const mayAskForReview = saved.hasDraft && saved.state !== 'retired' && saved.review.asked === null;
  const newest = saved.versions[0]?.n ?? 0;
  const isUnchanged = !saved.hasDraft && form.state === 'saved';
  const mayPublish = saved.state !== 'retired' && !isOwnReview;
  const errorOf = (path: string) => (showsErrors ? fieldSentence(labelOf(path), saved.problems[path]) : null);

  const publishNow = async (topic: AuthoredTopic, notes: string | null) => {
    const { data, error } = await publish({ topicId: topic.topicId, version: topic.version, notes });
    if (data) {
      form.accept(data);
      setAsking(false);
      setReleaseNotes('');
      setShowsErrors(false);
      return tell(`Version ${data.versions[0]?.n} of “${data.title}” is published.`);
    }
    setAsking(false);
    setFailure({ title: NOT_PUBLISHED, message: problemOf(error).message });
    void reload();
  };
  /** The saved topic if it can be published; otherwise shows why it cannot, under `title`. */
  const loadComplete = async (title: string): Promise<AuthoredTopic | null> => {
    setFailure(null);
    const fail = (message: string, until?: 'chosen' | 'saved') => {
      setFailure({ title, message, ...(until && { until }) });
      return null;
    };
    if (form.conflict) return fail(CHOOSE_VERSION, 'chosen');
    if (!(await form.saveNow())) return fail('Your last changes are not saved yet. Try again.', 'saved');
    const { data } = await reload();
    if (!data) return fail('The topic did not load. Try again.');
    if (!data.hasDraft) return fail('Nothing has changed since the last version.');
    if (Object.keys(data.problems).length === 0) return data;
    flushSync(() => setShowsErrors(true));
    focusFirst([PROBLEMS_ID]);
    return null;
  };
  const run = async (action: 'publish' | 'review', work: () => Promise<unknown>) => {
    setStarted(action);
    await work();
    setStarted(null);
  };
  const startPublishing = async () => {
    const topic = await loadComplete(NOT_PUBLISHED);
    if (!topic) return;
    if (topic.versions.length > 0) return setAsking(true);
    await publishNow(topic, null);
  };
  const askForReview = async () => {
    const title = 'The review was not requested';
    const topic = await loadComplete(title);
    if (!topic) return;
    const { data, error } = await changeReview({ topicId, version: topic.version, isAsked: true });
    if (!data) return setFailure({ title, message: problemOf(error).message });
    form.accept(data);
    tell(`A review of “${data.title}” is requested.`);
  };
  return (
    <>
      <div className="page-top">
        <div className="grow">
          <h1 className="title-1">{doc.title || 'Untitled topic'}</h1>
          <p className="row row-wrap editor-status">
            <TopicState state={saved.state} />
            {newest > 0 && (
              <span className="small text-2">
                {saved.hasDraft ? `Draft of version ${newest + 1}` : `Version ${newest}`}
              </span>
            )}
            <DocumentStatus
              state={form.state}
              savedAt={saved.changedAt}
              message={form.message}
              onRetry={() => void form.saveNow()}
            />
          </p>
        </div>
        <div className="row row-wrap">
          <Button aria-expanded={isPreviewing} onClick={() => setPreviewing(!isPreviewing)}>
            {isPreviewing ? (
              <EyeOff className="icon icon-small" aria-hidden="true" />
            ) : (
              <Eye className="icon icon-small" aria-hidden="true" />
            )}
            {isPreviewing ? 'Close preview' : 'Preview as learner'}
          </Button>
          {mayAskForReview && (
            <Button busy={started === 'review'} onClick={() => void run('review', askForReview)}>
              Request review
            </Button>
          )}
          {mayPublish && (
            <Button
              variant="primary"
              busy={started === 'publish' || isLoading}
              missing={isUnchanged ? UNCHANGED : null}
              aria-describedby={isUnchanged ? 'before-publishing' : undefined}
              onClick={() => void run('publish', startPublishing)}
            >
              Publish
            </Button>
          )}
        </div>
      </div>
      {mayPublish && isUnchanged && (
        <p className="small text-2 editor-hint" id="before-publishing">
          {UNCHANGED}
        </p>
      )}
      {form.conflict && (
        <ConflictBar
          by={form.conflict.theirs.changedBy}
          at={form.conflict.theirs.changedAt}
          values={conflictingValues(doc, form.conflict.doc, [
            ...form.conflict.theirs.uploads,
            ...saved.uploads,
          ])}
          onKeepMine={form.keepMine}
          onTakeTheirs={form.takeTheirs}
        />
      )}
      <TopicReview topic={saved} onChanged={form.accept} />
      {failure && !isFailureOver && (
        <div className="editor-notice">
          <ErrorSummary>
            <p className="strong">{failure.title}</p>
            <p>
              <ProblemText message={failure.message} />
            </p>
          </ErrorSummary>
        </div>
      )}
      <div className={isPreviewing ? 'columns editor editor-previewing' : 'columns editor'}>
        <div className="stack-6">
          {saved.state === 'retired' && (
            <RetiredNote
              topic={saved}
              onRestored={(topic) => {
                setFailure(null);
                form.replace(topic);
              }}
              onFailure={(error) => setFailure({ title: 'Not restored', message: problemOf(error).message })}
            />
          )}
          <section className="stack-4" aria-label="About the topic">
            <TextField
              label="Title"
              id={fieldId('title')}
              maxLength={TITLE_MAX_LENGTH}
              value={doc.title}
              error={errorOf('title')}
              onChange={(title) => change({ ...doc, title })}
            />
            <TextField
              label="Behaviour that others can observe"
              help="Start with a verb, such as asks, gives or closes."
              id={fieldId('behaviorName')}
              maxLength={BEHAVIOR_MAX_LENGTH}
              value={doc.behaviorName}
              error={errorOf('behaviorName')}
              onChange={(behaviorName) => change({ ...doc, behaviorName })}
            />
            <Field
              label="Description"
              help="Learners read it when they choose their topics."
              id={fieldId('description')}
              error={errorOf('description')}
            >
              {(control) => (
                <textarea
                  {...control}
                  className="input"
                  rows={3}
                  maxLength={DESCRIPTION_MAX_LENGTH}
                  value={doc.description}
                  onChange={(event) => change({ ...doc, description: event.currentTarget.value })}
                />
              )}
            </Field>
            <TagsField tags={doc.tags} onChange={(tags) => change({ ...doc, tags })} />
          </section>
          <StepList
            topicId={topicId}
            steps={doc.steps}
            openKey={openKey}
            onOpen={setOpenKey}
            errorOf={errorOf}
            onChange={(steps) => change({ ...doc, steps })}
          />
        </div>
        <div className="side">
          {isPreviewing && (
            <TopicPreview topicId={topicId} topic={doc} uploads={saved.uploads} openKey={openKey} />
          )}
          <SidePanel topic={saved} steps={doc.steps} isUrgent={showsErrors} onOpenStep={setOpenKey} />
        </div>
      </div>
      {isAsking && (
        <PublishDialog
          topic={saved}
          isBusy={isLoading}
          notes={releaseNotes}
          onNotes={setReleaseNotes}
          onPublish={(notes) => void publishNow(saved, notes)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const tagsOf = (text: string) =>
  [...new Set(text.split(',').map((tag) => tag.trim().slice(0, 40)))].filter(Boolean).slice(0, MAX_TAGS);

/** Tags as one text with commas. The typed text stays until the field loses the focus. */
function TagsField({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      label="Tags"
      help={`Separated by commas, at most ${MAX_TAGS}. Authors filter the library by them.`}
      value={typed ?? tags.join(', ')}
      onChange={(text) => {
        setTyped(text);
        onChange(tagsOf(text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
