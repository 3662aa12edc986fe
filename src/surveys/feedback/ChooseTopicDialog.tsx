import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { OpenTopic } from '#contract/learning/programs.ts';
import { useAppDispatch, useAppStore } from '#src/app/hooks.ts';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { addToSelection, topicOptionPath } from '#src/programs/topics/topicSelection.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { programsApi, useListOpenTopicsQuery } from '#store/programs/programsApi.ts';
import { fittingFirst } from './fittingTopics.ts';

interface ChooseTopicDialogProps {
  /** The statement that other people rate lower. */
  statement: string;
  onClose: () => void;
}

/** The person's open topics. The chosen one is selected in its program, with the statement as the reason. */
export function ChooseTopicDialog({ statement, onClose }: ChooseTopicDialogProps) {
  const query = useListOpenTopicsQuery();
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const choose = async ({ programId, topicId }: OpenTopic) => {
    if (chosen !== null) return;
    setChosen(topicId);
    const call = dispatch(programsApi.endpoints.getProgram.initiate({ programId }));
    const { data: program, error } = await call;
    call.unsubscribe();
    setChosen(null);
    if (!program) return setMessage(problemOf(error).message);
    const key = `goals/${programId}`;
    const text = addToSelection(program, selectDraft(store.getState(), key), {
      topicId,
      why: `From my 360 feedback: ${statement}`,
    });
    dispatch(draftChanged({ key, text }));
    await navigate(topicOptionPath(programId, topicId));
  };
  return (
    <Dialog title="Choose as topic" startsAtTitle onClose={onClose}>
      <div className="stack-4">
        <p className="text-2">{`Topics of your programs that you have not selected. Those that share words with “${statement}” come first.`}</p>
        <FormErrors title="Not selected" message={message} />
        <QueryContent
          query={query}
          title="Topics"
          level={2}
          failure="The topics did not load"
          skeleton={<SkeletonRows count={3} />}
        >
          {(topics) =>
            topics.length === 0 ? (
              <EmptyState drawing="seed">
                You have selected or completed all topics of your programs.
              </EmptyState>
            ) : (
              <ul className="survey-rows">
                {fittingFirst(statement, topics).map((topic) => (
                  <li key={`${topic.programId}${topic.topicId}`}>
                    <div>
                      <p className="strong">{topic.title}</p>
                      <p className="small text-2">
                        {`${topic.programName}, ${plural(topic.minutes, '# minute', '# minutes')}`}
                      </p>
                    </div>
                    <Button
                      small
                      busy={chosen === topic.topicId}
                      aria-label={`Choose ${topic.title}`}
                      onClick={() => void choose(topic)}
                    >
                      Choose
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryContent>
      </div>
    </Dialog>
  );
}
