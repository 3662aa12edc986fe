import { BellOff } from 'lucide-react';
import type { NotificationSettings } from '#contract/notifications/notificationSettings.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { useNow } from '#src/ui/text/useNow.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { useSaveNotificationSettingsMutation } from '#store/notifications/settingsApi.ts';

const HOUR_MS = 60 * 60_000;
const CHOICES = [
  { label: 'For 1 hour', ms: HOUR_MS },
  { label: 'For 8 hours', ms: 8 * HOUR_MS },
  { label: 'For 1 week', ms: 7 * 24 * HOUR_MS },
];

/** Mutes notifications and mail until a time. */
export function Mute({ settings }: { settings: NotificationSettings }) {
  const { dayAndTime } = useFormats();
  const [save, { isLoading, error }] = useSaveNotificationSettingsMutation();
  const now = useNow(settings.mutedUntil !== null);
  const mutedUntil =
    settings.mutedUntil !== null && Date.parse(settings.mutedUntil) > now ? settings.mutedUntil : null;
  const mute = (until: string | null) => void save({ mutedUntil: until });
  return (
    <section className="section" aria-labelledby="mute">
      <h2 className="title-2" id="mute">
        Mute
      </h2>
      <p className="text-2" role="status">
        {mutedUntil
          ? `Muted until ${dayAndTime(mutedUntil)}. You will get the notifications from this period afterwards, except reminders of sessions and check-ins.`
          : 'Pause notifications and emails about messages. You get them when the mute ends.'}
      </p>
      {error && (
        <ErrorSummary>
          <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <div className="row row-wrap mute-choices">
        {mutedUntil ? (
          <Button busy={isLoading} onClick={() => mute(null)}>
            <BellOff className="icon icon-small" aria-hidden="true" />
            End mute now
          </Button>
        ) : (
          CHOICES.map(({ label, ms }) => (
            <Button
              key={label}
              small
              busy={isLoading}
              aria-label={`Mute ${label.toLowerCase()}`}
              onClick={() => mute(new Date(Date.now() + ms).toISOString())}
            >
              {label}
            </Button>
          ))
        )}
      </div>
    </section>
  );
}
