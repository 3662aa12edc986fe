import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { ComparedVersion, TopicComparison } from '#contract/learning/topicVersions.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { topicPath, versionsPath } from '#src/content/contentAddress.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { NotFoundState } from '#src/ui/feedback/NotFoundState.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useCompareTopicQuery } from '#store/content/contentApi.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { type ComparedPart, compareVersions } from './compareSteps.ts';
import { Effect } from './Effect.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { StepChanges } from './StepChanges.tsx';
import './versions.css';

const numberOf = (value: string | null) =>
  /^[1-9][0-9]{0,5}$/.test(value ?? '') ? Number(value) : undefined;

/** Two versions of a topic, step by step. */
export default function CompareVersions() {
  const { topicId = '' } = useParams();
  const params = new URLSearchParams(useAppSelector(selectLocation).search);
  const [from, to] = [numberOf(params.get('from')), numberOf(params.get('to'))];
  const query = useCompareTopicQuery({
    topicId,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  });
  return (
    <div className="content">
      <QueryContent
        query={query}
        title="Compare versions"
        failure="The versions did not load"
        missing={
          <NotFoundState title="Version not found" to="/content" label="Go to Content">
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
        {(comparison) => <Comparison comparison={comparison} chosen={{ from, to }} />}
      </QueryContent>
    </div>
  );
}

const versionName = ({ n }: Pick<ComparedVersion, 'n'>) => (n === null ? 'the draft' : `version ${n}`);

interface ComparisonProps {
  comparison: TopicComparison;
  /** The versions in the address. `comparison` has other ones while theirs load. */
  chosen: { from: number | undefined; to: number | undefined };
}

function Comparison({ comparison, chosen }: ComparisonProps) {
  const navigate = useNavigate();
  /** The version that the open dialog restores. */
  const [restoring, setRestoring] = useState<number | null>(null);
  const { topicId, title, from, to, versions, hasDraft, isRetired } = comparison;
  const { dayAndTime } = useFormats();
  const parts = compareVersions(from, to, (id) => {
    const survey = comparison.surveys.find(({ surveyId }) => surveyId === id);
    const upload = comparison.uploads.find(({ uploadId }) => uploadId === id);
    if (upload) return `${upload.fileName}, uploaded ${dayAndTime(upload.uploadedAt)}`;
    return survey?.surveyName ?? 'deleted';
  });
  const chosenFrom = chosen.from ?? from.n ?? 1;
  const chosenTo = chosen.to ?? (hasDraft ? null : to.n);
  const others = versions
    .filter((n) => n !== chosenTo)
    .map((n) => ({ value: String(n), label: `Version ${n}` }));
  const newer = [
    ...(hasDraft ? [{ value: 'draft', label: 'Draft' }] : []),
    ...versions.map((n) => ({ value: String(n), label: `Version ${n}` })),
  ];
  const open = (fromN: number, toN: number | null) =>
    void navigate(versionsPath(topicId, { from: fromN, to: toN }), { replace: true });
  const heading = `${to.n === null ? 'Draft' : `Version ${to.n}`} compared with ${versionName(from)}`;
  return (
    <>
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to="/content">Content</Link>
        <span aria-hidden="true">/</span>
        <Link to={topicPath(topicId)}>{title || 'Untitled topic'}</Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">Compare versions</span>
      </nav>
      <PageHeader
        title={heading}
        lede={summaryOf(parts)}
        action={
          <div className="row row-wrap">
            {!isRetired && (hasDraft || from.n !== versions[0]) && (
              <Button onClick={() => setRestoring(from.n ?? 1)}>{`Restore version ${from.n ?? 1}`}</Button>
            )}
            <Link className={buttonClass('primary')} to={topicPath(topicId)}>
              Edit topic
            </Link>
          </div>
        }
      />
      <div className="columns">
        <section className="stack-3" aria-label="Changes">
          <div className="versions-choice">
            <SelectField
              label="Compare"
              options={newer}
              value={chosenTo === null ? 'draft' : String(chosenTo)}
              onChange={(value) => open(chosenFrom, value === 'draft' ? null : Number(value))}
            />
            {others.length > 0 && (
              <SelectField
                label="With"
                options={others}
                value={String(chosenFrom)}
                onChange={(value) => open(Number(value), chosenTo)}
              />
            )}
          </div>
          {parts.map((part) => (
            <StepChanges key={part.key} part={part} from={from} to={to} />
          ))}
          <p className="row row-wrap small text-2 versions-key">
            <ins>Added text</ins>
            <del>Removed text</del>
          </p>
        </section>
        <div className="side">
          <Effect comparison={comparison} />
        </div>
      </div>
      {restoring !== null && (
        <RestoreDialog comparison={comparison} n={restoring} onClose={() => setRestoring(null)} />
      )}
    </>
  );
}

function summaryOf(parts: readonly ComparedPart[]): string {
  const steps = parts.filter(({ step }) => step !== null);
  const count = (...states: ComparedPart['state'][]) =>
    steps.filter(({ state }) => states.includes(state)).length;
  const facts = [
    [count('added'), '# step added', '# steps added'],
    [count('changed', 'moved'), '# step changed', '# steps changed'],
    [count('removed'), '# step removed', '# steps removed'],
    [count('unchanged'), '# step unchanged', '# steps unchanged'],
  ] as const;
  return facts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => plural(number, one, many))
    .join(', ');
}
