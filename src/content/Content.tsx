import type { Content as ContentData } from '#contract/home.ts';
import { counted } from '#src/ui/dates.ts';
import { Empty } from '#src/ui/Empty.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Missing } from '#src/ui/Missing.tsx';
import { PageTop } from '#src/ui/PageTop.tsx';
import { SkeletonRows, SkeletonTop } from '#src/ui/Skeleton.tsx';
import { useListContentQuery } from '#store/content/contentApi.ts';
import '#src/ui/tables.css';

type Topics = ContentData['data'];

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
      <table className="table" role="table">
        <caption className="visually-hidden">The topics of the library</caption>
        <thead role="rowgroup">
          <tr role="row">
            {['Topic', 'Used in', 'Steps', 'Minutes', 'Version'].map((head, index) => (
              <th key={head} role="columnheader" scope="col" className={index > 1 ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {topics.map((topic) => (
            <tr key={topic.topicId} role="row">
              <th role="rowheader" scope="row">
                <span className="strong">{topic.title}</span>
                <p className="small text-3">{topic.behaviorName}</p>
              </th>
              <td role="cell" data-l="Used in">
                {topic.programNames.length > 0 ? (
                  topic.programNames.join(', ')
                ) : (
                  <span className="text-3">None</span>
                )}
              </td>
              <td role="cell" data-l="Steps" className="figures number">
                {topic.steps}
              </td>
              <td role="cell" data-l="Minutes" className="figures number">
                {topic.minutes}
              </td>
              <td role="cell" data-l="Version" className="figures number">
                {topic.version}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
