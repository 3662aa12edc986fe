import type { Content as ContentData } from '#contract/home.ts';
import { counted } from '#src/ui/dates.ts';
import { Empty } from '#src/ui/Empty.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/Table.tsx';
import { useListContentQuery } from '#store/content/contentApi.ts';

type Topics = ContentData['data'];
const COLUMNS = [
  { name: 'Topic' },
  { name: 'Used in' },
  { name: 'Steps', isNumber: true },
  { name: 'Minutes', isNumber: true },
  { name: 'Version', isNumber: true },
];

/** The topics of the library and where each is used. */
export default function Content() {
  const query = useListContentQuery();
  return (
    <div className="content">
      <Loaded
        query={query}
        title="Content"
        what="The library"
        missing={
          <Missing title="The library is not open to you" to="/home" label="Go to your start page">
            It is for those who write topics. An admin can make you one of them.
          </Missing>
        }
        skeleton={
          <>
            <SkeletonTop />
            <SkeletonRows count={5} />
          </>
        }
      >
        {(topics) => <Page topics={topics} />}
      </Loaded>
    </div>
  );
}

function Page({ topics }: { topics: Topics }) {
  if (topics.length === 0)
    return (
      <>
        <PageTop title="Content" />
        <div className="card">
          <Empty drawing="seed" title="The library is empty">
            Topics stand here with their steps, their version and the programs that use them.
          </Empty>
        </div>
      </>
    );
  const unused = topics.filter(({ programNames }) => programNames.length === 0).length;
  return (
    <>
      <PageTop
        title="Content"
        lede={`${counted(topics.length, 'topic')} in the library${unused > 0 ? `, ${unused} used by no program` : ''}.`}
      />
      <Table caption="The topics of the library" columns={COLUMNS}>
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
