import { ProfilePage } from '#src/profile/ProfilePage.tsx';
import { useListPasskeysQuery } from '#store/session/passkeysApi.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { DeviceList } from './DeviceList.tsx';
import { Passkeys } from './Passkeys.tsx';

/** The user's devices and password. */
export default function Devices() {
  const { data, error } = useListPasskeysQuery();
  // If single sign-on is required or no password was set, there is no password to change. The form waits for this, so that
  // it does not disappear while the user types.
  const hasPassword = data ? data.addRefusal === null || data.addRefusal === 'limit' : Boolean(error);
  return (
    <ProfilePage selected="tab-devices">
      {({ emailAddress }) => (
        <>
          <DeviceList />
          <Passkeys />
          {hasPassword && <ChangePassword emailAddress={emailAddress} />}
        </>
      )}
    </ProfilePage>
  );
}
