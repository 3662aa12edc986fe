import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  type LibraryTopic,
  NAME_MAX_LENGTH,
  PURPOSE_MAX_LENGTH,
  topicOrders,
} from '#contract/learning/programSetup.ts';
import { SortableList } from '#src/forms/SortableList.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field, TextField } from '#src/ui/controls/Field.tsx';
import { IconButton } from '#src/ui/controls/IconButton.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useGetProgramOptionsQuery } from '#store/programs/setupApi.ts';
import { AddTopicsDialog } from './AddTopicsDialog.tsx';
import type { ProgramForm } from './useProgramDocument.ts';
import { fieldId, orderLabels } from './wizardTexts.ts';
import { topicSize } from './workload.ts';

/** The purpose of the program, and the topics from which learners choose. */
export function PurposeStep({ form }: { form: ProgramForm }) {
  const { doc, saved, change } = form;
  const { data } = useGetProgramOptionsQuery({ programId: saved.programId });
  const [isAdding, setAdding] = useState(false);
  const library = new Map([...saved.topics, ...(data?.topics ?? [])].map((topic) => [topic.topicId, topic]));
  const { topicIds, selectionMin, selectionMax, topicOrder } = doc;
  const setTopics = (ids: string[]) =>
    change({
      ...doc,
      topicIds: ids,
      // By default, learners choose up to 3 of all topics.
      ...(topicIds.length === 0 && { selectionMax: Math.max(1, Math.min(3, ids.length)) }),
    });
  const titleOf = (topicId: string) => library.get(topicId)?.title || 'Untitled topic';
  const most = Math.max(topicIds.length, selectionMax, 1);
  const numbers = Array.from({ length: most }, (_, index) => ({
    value: String(index + 1),
    label: String(index + 1),
  }));
  return (
    <div className="stack-6">
      <section className="stack-4">
        <h2 className="title-2">Purpose</h2>
        <TextField
          label="Program name"
          id={fieldId('name')}
          maxLength={NAME_MAX_LENGTH}
          {...(saved.isNameUsed &&
            doc.name === saved.name && {
              help: 'Another program has this name. With a different name, people can tell them apart.',
            })}
          value={doc.name}
          onChange={(name) => change({ ...doc, name })}
        />
        <Field
          label="What will people do differently?"
          help="Learners read this in the invitation."
          id={fieldId('purpose')}
        >
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={3}
              maxLength={PURPOSE_MAX_LENGTH}
              value={doc.purpose}
              onChange={(event) => change({ ...doc, purpose: event.currentTarget.value })}
            />
          )}
        </Field>
      </section>
      <section className="stack-3" aria-labelledby="topics-title">
        <div className="row row-between">
          <h2 className="title-2" id="topics-title">
            Topics
          </h2>
          <span className="small text-2 figures">{plural(topicIds.length, '# topic', '# topics')}</span>
        </div>
        <div id={fieldId('topicIds')} tabIndex={-1}>
          {topicIds.length === 0 ? (
            <p className="wizard-none text-2">Learners choose from the topics that you add here.</p>
          ) : (
            <SortableList
              className="wizard-list"
              items={topicIds}
              keyOf={(topicId) => topicId}
              nameOf={titleOf}
              onChange={setTopics}
            >
              {(topicId, _index, handle) => (
                <TopicItem
                  title={titleOf(topicId)}
                  topic={library.get(topicId)}
                  handle={handle}
                  onRemove={() => setTopics(topicIds.filter((one) => one !== topicId))}
                />
              )}
            </SortableList>
          )}
        </div>
        <div className="row">
          <Button onClick={() => setAdding(true)}>
            <Plus className="icon icon-small" aria-hidden="true" />
            Add topics
          </Button>
        </div>
        {topicIds.length > 0 && (
          <div className="wizard-pair">
            <SelectField
              label="Learners choose at least"
              id={fieldId('selectionMin')}
              options={numbers}
              value={String(selectionMin)}
              onChange={(value) => {
                const min = Number(value);
                change({ ...doc, selectionMin: min, selectionMax: Math.max(min, selectionMax) });
              }}
            />
            <SelectField
              label="Learners choose at most"
              id={fieldId('selectionMax')}
              options={numbers}
              value={String(selectionMax)}
              onChange={(value) => {
                const max = Number(value);
                change({ ...doc, selectionMax: max, selectionMin: Math.min(max, selectionMin) });
              }}
            />
          </div>
        )}
        {topicIds.length > 1 && (
          <SelectField
            label="Order of topics"
            id={fieldId('topicOrder')}
            options={topicOrders.map((value) => ({ value, label: orderLabels[value] }))}
            value={topicOrder}
            onChange={(value) => change({ ...doc, topicOrder: value === 'fixed' ? 'fixed' : 'free' })}
          />
        )}
      </section>
      {isAdding && (
        <AddTopicsDialog
          topics={(data?.topics ?? []).filter(({ topicId }) => !topicIds.includes(topicId))}
          onAdd={(ids) => {
            setAdding(false);
            setTopics([...topicIds, ...ids]);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}

interface TopicItemProps {
  title: string;
  topic: LibraryTopic | undefined;
  /** The button that moves the topic. */
  handle: ReactNode;
  onRemove: () => void;
}

const TopicItem = ({ title, topic, handle, onRemove }: TopicItemProps) => (
  <>
    {handle}
    <div className="grow">
      <p className="strong">{title}</p>
      <p className="small text-3">{topic?.behaviorName}</p>
    </div>
    <div className="wizard-item-facts">
      {topic && topic.state !== 'published' ? (
        <Tag tone="amber">{topic.state === 'draft' ? 'Publish before launch' : 'Retired'}</Tag>
      ) : (
        <span className="small text-3 figures">{topicSize(topic ?? { steps: 0, minutes: 0 })}</span>
      )}
    </div>
    <div className="row wizard-item-actions">
      <IconButton label={`Remove ${title}`} small onClick={onRemove}>
        <X className="icon" />
      </IconButton>
    </div>
  </>
);
