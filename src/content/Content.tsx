import type { Content as ContentData } from '#contract/content.ts';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useListContentQuery } from '#store/content/contentApi.ts';

type Topics = ContentData['data'];
const COLUMNS = [
  { name: 'Topic' },
  { name: 'Used in' },
  { name: 'Steps', isNumber: true },
  { name: 'Minutes', isNumber: true },
  { name: 'Version', isNumber: true },
];

/** The topics of the content library and the programs that use them. */
export default function Content() {
  const query = useListContentQuery();
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Content"
        failure="The content library did not load"
        missing={
          <NotFoundState title="You do not have access to the content library" to="/home" label="Go to Home">
            Only authors can view it. Ask an administrator for access.
          </NotFoundState>
        }
        skeleton={
          <>
            <SkeletonHeader />
            <SkeletonRows count={5} />
          </>
        }
      >
        {(topics) => <Page topics={topics} />}
      </QueryContent>
    </div>
  );
}

function Page({ topics }: { topics: Topics }) {
  if (topics.length === 0)
    return (
      <>
        <PageHeader title="Content" />
        <div className="card">
          <EmptyState drawing="seed" title="The content library is empty">
            Topics appear here with their steps, version and the programs that use them.
          </EmptyState>
        </div>
      </>
    );
  const unused = topics.filter(({ programNames }) => programNames.length === 0).length;
  return (
    <>
      <PageHeader
        title="Content"
        lede={[
          plural(topics.length, '# topic.', '# topics.'),
          unused > 0 &&
            plural(unused, '# topic is not used in a program.', '# topics are not used in a program.'),
        ]
          .filter(Boolean)
          .join(' ')}
      />
      <Table caption="Topics of the content library" columns={COLUMNS}>
        <TableBody>
          {topics.map((topic) => (
            <TableRow
              key={topic.topicId}
              head={
                <>
                  <span className="strong">{topic.title}</span>
                  <p className="small text-3">{topic.behaviorName}</p>
                </>
              }
            >
              <TableCell label="Used in">
                {topic.programNames.length > 0 ? (
                  topic.programNames.join(', ')
                ) : (
                  <span className="text-3">None</span>
                )}
              </TableCell>
              <TableCell label="Steps" isNumber>
                {topic.steps}
              </TableCell>
              <TableCell label="Minutes" isNumber>
                {topic.minutes}
              </TableCell>
              <TableCell label="Version" isNumber>
                {topic.version}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  );
}
