import { ProfilePage } from '#src/profile/ProfilePage.tsx';
import { AccountHistory } from './AccountHistory.tsx';
import { EraseCard } from './EraseCard.tsx';
import { ExportCard } from './ExportCard.tsx';
import { KeptFor } from './KeptFor.tsx';
import './myData.css';
import { WhoSeesWhat } from './WhoSeesWhat.tsx';

/** Who can see the user's data, who read it, its export and its erasure. */
export default function MyData() {
  return (
    <ProfilePage selected="tab-my-data">
      {() => (
        <>
          <WhoSeesWhat />
          <AccountHistory />
          <KeptFor />
          <ExportCard />
          <EraseCard />
        </>
      )}
    </ProfilePage>
  );
}
