import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorCard } from '#src/ui/feedback/ErrorCard.tsx';
import { useGetAnalyticsQuery, useSetAnalyticsConsentMutation } from '#store/analytics/analyticsApi.ts';

/** Shows whether analytics is on; administrators can turn it on or off for their organisation. */
export function Analytics({ isAdmin }: { isAdmin: boolean }) {
  const query = useGetAnalyticsQuery();
  const [setConsent, saving] = useSetAnalyticsConsentMutation();
  if (query.error)
    return (
      <ErrorCard
        failure="The analytics setting did not load"
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
          ? 'On. An analytics service receives your user id, name and email, your organisation, the screens you visit, and when you complete a topic, start a conversation or answer the readiness questions. It never receives anything you write.'
          : hasConsent
            ? 'Off. Your organisation has given consent, but no analytics service is set up.'
            : 'Off. Your organisation has not given consent to analytics.'}
      </p>
      {isAdmin && (
        <p>
          <Button
            busy={saving.isLoading}
            onClick={() => void setConsent({ hasConsent: !hasConsent })}
            aria-describedby="analytics-title"
          >
            {hasConsent ? 'Withdraw consent' : 'Give consent for your organisation'}
          </Button>
        </p>
      )}
      {isAdmin && !isConfigured && (
        <p className="small text-3">No analytics service is set up for this installation.</p>
      )}
      {saving.error && <p role="alert">Your change could not be saved. Try again in a moment.</p>}
    </section>
  );
}
