import { type FormEvent, useState } from 'react';
import {
  bellKinds,
  bellKindsOf,
  mailKinds,
  type NotificationSettings,
} from '#contract/notifications/notificationSettings.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { LeaveGuard } from '#src/forms/LeaveGuard.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useSaveNotificationSettingsMutation } from '#store/notifications/settingsApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

type Channel = 'bellOff' | 'mailOff';

/**
 * The kinds of notifications that the user can get, by channel. The kinds come from the registry of types. The settings of
 * the other kinds stay as they are.
 */
export function KindsForm({ settings }: { settings: NotificationSettings }) {
  const [save, saving] = useSaveNotificationSettingsMutation();
  const { isLoading, error } = saving;
  const user = useAppSelector(selectUser);
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const keyOf = (channel: Channel, kind: string) => `${channel} ${kind}`;
  const isOn = (channel: Channel, kind: string) =>
    changes.get(keyOf(channel, kind)) ?? !settings[channel].includes(kind);
  const isChanged = (channel: Channel, kind: string) =>
    isOn(channel, kind) === settings[channel].includes(kind);
  const isDirty =
    bellKinds.some(({ kind }) => isChanged('bellOff', kind)) ||
    mailKinds.some(({ kind }) => isChanged('mailOff', kind));
  const send = async () => {
    const off = (channel: Channel, kinds: readonly { kind: string }[]) =>
      kinds.filter(({ kind }) => !isOn(channel, kind)).map(({ kind }) => kind);
    const saved = await save({
      bellOff: off('bellOff', bellKinds),
      mailOff: off('mailOff', mailKinds),
    });
    if (saved.data) setChanges(new Map());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isLoading) void send();
  };
  const group = (channel: Channel, title: string, help: string, kinds: readonly Kind[]) => (
    <fieldset className="section kinds">
      <legend className="title-2">{title}</legend>
      <p className="text-2">{help}</p>
      {kinds.map(({ kind, label }) => (
        <label key={kind} className="kind">
          <input
            type="checkbox"
            checked={isOn(channel, kind)}
            onChange={(event) => {
              setChanges(new Map(changes).set(keyOf(channel, kind), event.currentTarget.checked));
              forgetFailures(saving);
            }}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
  return (
    <form onSubmit={submit} className="kinds-form">
      <LeaveGuard
        isDirty={isDirty}
        hasDraft={false}
        message="Your notification settings are not saved yet."
      />
      {error && (
        <ErrorSummary>
          <p className="strong">Your settings were not saved</p>
          <p>
            <ProblemText message={problemOf(error).message} />
          </p>
        </ErrorSummary>
      )}
      {group(
        'bellOff',
        'In the bell',
        'Choose which notifications the bell at the top of each page shows.',
        user ? bellKindsOf(user.roles) : [],
      )}
      {group(
        'mailOff',
        'By email',
        'Emails about your account and about data that you requested are always sent.',
        mailKinds,
      )}
      <Button
        variant="primary"
        type="submit"
        busy={isLoading}
        missing={isDirty ? null : 'You have not changed anything.'}
      >
        Save settings
      </Button>
    </form>
  );
}

interface Kind {
  kind: string;
  label: string;
}
