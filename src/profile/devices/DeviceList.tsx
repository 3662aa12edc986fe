import { Monitor, Smartphone } from 'lucide-react';
import type { Device } from '#contract/access/account.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { Tag } from '#src/ui/display/Tag.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import {
  useListDevicesQuery,
  useSignOutDeviceMutation,
  useSignOutOtherDevicesMutation,
} from '#store/session/devicesApi.ts';
import './devices.css';

/** The devices on which the user is signed in. */
export function DeviceList() {
  const query = useListDevicesQuery();
  return (
    <section className="section" aria-labelledby="devices">
      <QueryContent
        query={query}
        title="Devices"
        level={2}
        failure="Your devices did not load"
        skeleton={<SkeletonRows count={2} />}
      >
        {(devices) => <Content devices={devices} />}
      </QueryContent>
    </section>
  );
}

function Content({ devices }: { devices: readonly Device[] }) {
  const [signOutOthers, { isLoading, error }] = useSignOutOtherDevicesMutation();
  const others = devices.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <>
      <div className="section-head">
        <div>
          <h2 className="title-2" id="devices">
            Devices
          </h2>
          <p className="text-2">
            {others === 0
              ? 'You are signed in on this device only.'
              : plural(
                  devices.length,
                  'You are signed in on # device.',
                  'You are signed in on # devices. Sign out any you do not recognise.',
                )}
          </p>
        </div>
        {others > 0 && (
          <Button busy={isLoading} onClick={() => void signOutOthers()}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      {error && (
        <ErrorSummary>
          <ProblemText message={problemOf(error).message} />
        </ErrorSummary>
      )}
      <ul className="device-list">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </>
  );
}

const isPhone = (browser: string) => /\b(Android|iOS)$/.test(browser);

function DeviceRow({ device: { id, isCurrent, browser, signedInAt, lastUsedAt } }: { device: Device }) {
  const { dayAndTime, longDay } = useFormats();
  const [signOut, { isLoading, error }] = useSignOutDeviceMutation();
  const name = browser ?? 'Unknown browser';
  const Icon = isPhone(name) ? Smartphone : Monitor;
  return (
    <li>
      <Icon className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="device-name">
          <span className="strong">{name}</span>
          {isCurrent && <Tag tone="primary">This device</Tag>}
        </p>
        <p className="small text-3 figures">
          {isCurrent
            ? `Active now, signed in since ${longDay(signedInAt)}`
            : `Last used ${dayAndTime(lastUsedAt)}, signed in since ${longDay(signedInAt)}`}
        </p>
        {error && (
          <p className="field-error" role="alert">
            {`${name} was not signed out. ${problemOf(error).message}`}
          </p>
        )}
      </div>
      {!isCurrent && (
        <Button small busy={isLoading} aria-label={`Sign out: ${name}`} onClick={() => void signOut({ id })}>
          Sign out
        </Button>
      )}
    </li>
  );
}
