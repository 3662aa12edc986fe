import { Link } from 'react-router-dom';
import { Button } from '#src/ui/controls/Button.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { CardError } from '#src/ui/feedback/CardError.tsx';
import { useGetTopicSurveysQuery } from '#store/content/contentApi.ts';

interface SurveyFieldProps {
  topicId: string;
  surveyId: string | null;
  id: string;
  error: string | null;
  onChange: (surveyId: string | null) => void;
}

/** The survey of a step. Anonymous surveys are not offered, because Trellis cannot know who has answered them. */
export function SurveyField({ topicId, surveyId, id, error, onChange }: SurveyFieldProps) {
  const query = useGetTopicSurveysQuery({ topicId }, { refetchOnMountOrArgChange: true });
  const { data, isError, refetch, isFetching } = query;
  if (isError && !data) return <CardError failure="The surveys did not load." query={query} />;
  const offered = (data?.data ?? []).filter((one) => one.isUsable || one.surveyId === surveyId);
  const isKnown = offered.some((one) => one.surveyId === surveyId);
  return (
    <div className="stack">
      <SelectField
        label="Survey"
        id={id}
        error={error}
        help="Open and scheduled surveys that you manage. An anonymous survey cannot complete a step, because no one knows who answered it."
        options={[
          { value: '', label: 'No survey' },
          ...(surveyId !== null && !isKnown
            ? [{ value: surveyId, label: data ? 'A survey that was deleted' : 'Loading the survey…' }]
            : []),
          ...offered.map((one) => ({
            value: one.surveyId,
            label: one.isUsable ? one.surveyName : `${one.surveyName} (closed)`,
          })),
        ]}
        value={surveyId ?? ''}
        onChange={(chosen) => onChange(chosen || null)}
      />
      {data && !offered.some(({ isUsable }) => isUsable) && (
        <div className="row row-wrap">
          <span className="small text-2">
            You have no survey that can be used here. <Link to="/survey">Open a survey</Link>, then refresh
            this list.
          </span>
          <Button small busy={isFetching} onClick={() => void refetch()}>
            Refresh surveys
          </Button>
        </div>
      )}
    </div>
  );
}
