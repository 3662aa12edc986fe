import { Link } from 'react-router-dom';
import type { ContentTopic } from '#contract/learning/content.ts';
import { fullName } from '#contract/people.ts';
import { kindLabels, stepIcons } from '#src/programs/steps/steps.ts';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { Avatar } from '#src/ui/people/Avatar.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { topicPath } from './contentAddress.ts';
import { TopicMenu } from './TopicMenu.tsx';
import { TopicState } from './TopicState.tsx';

const COLUMNS = [
  { name: 'Title' },
  { name: 'State' },
  { name: 'Used in' },
  { name: 'Steps' },
  { name: 'Required minutes', isNumber: true },
  { name: 'Owner' },
  { name: 'Changed' },
  { name: 'Actions', isHidden: true },
];

interface ContentTableProps {
  topics: readonly ContentTopic[];
  isBusy: boolean;
  onFailure: (error: unknown) => void;
}

export const ContentTable = ({ topics, isBusy, onFailure }: ContentTableProps) => (
  <Table
    caption="Topics of the content library, last changed first"
    className="content-table"
    isBusy={isBusy}
    columns={COLUMNS}
  >
    <TableBody>
      {topics.map((topic) => (
        <TopicRow key={topic.topicId} topic={topic} onFailure={onFailure} />
      ))}
    </TableBody>
  </Table>
);

function TopicRow({ topic, onFailure }: { topic: ContentTopic; onFailure: (error: unknown) => void }) {
  const { recentDay } = useFormats();
  const { owner } = topic;
  return (
    <TableRow
      className="link-row"
      head={
        <>
          <Link className="row-title" to={topicPath(topic.topicId)}>
            {topic.title || 'Untitled topic'}
          </Link>
          <p className="small text-3">{topic.behaviorName}</p>
        </>
      }
    >
      <TableCell label="State">
        <TopicState state={topic.state} />
        {topic.newest !== null && (
          <p className="small text-3 figures content-version">
            {topic.hasDraft ? `Version ${topic.newest}, with changes` : `Version ${topic.newest}`}
          </p>
        )}
      </TableCell>
      <TableCell label="Used in">
        <Uses topic={topic} />
      </TableCell>
      <TableCell label="Steps">
        <Kinds kinds={topic.kinds} />
      </TableCell>
      <TableCell label="Required minutes" isNumber>
        {topic.minutes}
      </TableCell>
      <TableCell label="Owner">
        {owner ? (
          <span className="row content-owner">
            <Avatar person={owner} size="small" />
            {fullName(owner)}
          </span>
        ) : (
          <span className="text-3">None</span>
        )}
      </TableCell>
      <TableCell label="Changed" className="figures nowrap">
        {recentDay(topic.changedAt)}
      </TableCell>
      <TableCell isAction>
        <TopicMenu topic={topic} onFailure={onFailure} />
      </TableCell>
    </TableRow>
  );
}

function Uses({ topic: { programs, learners } }: { topic: ContentTopic }) {
  if (programs.length === 0) return <span className="text-3">Not used</span>;
  return (
    <>
      <Disclosure className="content-uses" summary={plural(programs.length, '# program', '# programs')}>
        <ul className="small">
          {programs.map(({ programId, programName, status }) => (
            <li key={programId}>
              {status === 'draft' ? `${programName || 'Untitled program'} (not launched yet)` : programName}
            </li>
          ))}
        </ul>
      </Disclosure>
      {learners > 0 && (
        <p className="small text-3 figures">{plural(learners, '# learner now', '# learners now')}</p>
      )}
    </>
  );
}

/** The kinds of the steps in order, as icons. */
function Kinds({ kinds }: { kinds: ContentTopic['kinds'] }) {
  if (kinds.length === 0) return <span className="text-3">None</span>;
  const names = kinds.map((kind) => kindLabels[kind].toLowerCase()).join(', ');
  return (
    <span className="content-kinds">
      <span className="visually-hidden">{`${plural(kinds.length, '# step', '# steps')}: ${names}`}</span>
      {kinds.map((kind, index) => {
        const Icon = stepIcons[kind];
        return <Icon key={index} className="icon icon-small" aria-hidden="true" />;
      })}
    </span>
  );
}
