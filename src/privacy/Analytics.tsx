import { Button } from '#src/ui/Button.tsx';
import { TroubleCard } from '#src/ui/Trouble.tsx';
import { useGetAnalyticsQuery, useSetAnalyticsConsentMutation } from '#store/analytics/analyticsApi.ts';

/** Whether an analytics service hears of one's use, and for administrators, whether it shall. */
export function Analytics({ isAdmin }: { isAdmin: boolean }) {
  const query = useGetAnalyticsQuery();
  const [setConsent, saving] = useSetAnalyticsConsentMutation();
  if (query.error)
    return (
      <TroubleCard
        what="Whether analytics is on"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (!query.data) return null;
  const { isConfigured, hasConsent, agent } = query.data;
  return (
    <section className="card" aria-labelledby="analytics-title">
      <h2 id="analytics-title" className="title-3">
        Analytics
      </h2>
      <p className="text-2">
        {agent
          ? 'On. An analytics service is told your user id, name and email, your organisation, which screens you open, and when you complete a topic, begin a conversation or answer the readiness survey. It is never told what you write.'
          : hasConsent
            ? 'Off. Your organisation has agreed, but no analytics service is set up.'
            : 'Off. Your organisation has not agreed that an analytics service is told of your use.'}
      </p>
      {isAdmin && (
        <p>
          <Button
            busy={saving.isLoading}
            onClick={() => void setConsent({ hasConsent: !hasConsent })}
            aria-describedby="analytics-title"
          >
            {hasConsent ? 'Take the agreement back' : 'Agree for your organisation'}
          </Button>
        </p>
      )}
      {isAdmin && !isConfigured && (
        <p className="small text-3">No analytics service is set up for this installation.</p>
      )}
      {saving.error && <p role="alert">That could not be saved. Try again in a moment.</p>}
    </section>
  );
}
