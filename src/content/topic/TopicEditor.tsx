import { useParams } from 'react-router-dom';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetTopicQuery } from '#store/content/contentApi.ts';
import { EditorPage } from './EditorPage.tsx';
import '#src/forms/checkbox.css';
import './editor.css';

/** Writes and publishes one topic. */
export default function TopicEditor() {
  const { topicId = '' } = useParams();
  const query = useGetTopicQuery({ topicId });
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Topic"
        failure="The topic did not load"
        missing={
          <NotFoundState title="Topic not found" to="/content" label="Go to Content">
            The link may be wrong, or you may not have access.
          </NotFoundState>
        }
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonRows count={4} />
          </>
        }
      >
        {(topic) => (
          <>
            <Breadcrumb to="/content" label="Content" here={topic.title || 'Untitled topic'} />
            <EditorPage key={topicId} loaded={topic} reload={query.refetch} />
          </>
        )}
      </QueryContent>
    </div>
  );
}
