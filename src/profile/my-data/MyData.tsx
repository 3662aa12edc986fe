import { ProfilePage } from '#src/profile/ProfilePage.tsx';
import { AccountHistory } from './AccountHistory.tsx';
import { EraseCard } from './EraseCard.tsx';
import { ExportCard } from './ExportCard.tsx';
import { KeptFor } from './KeptFor.tsx';
import './myData.css';
import { WhoSeesWhat } from './WhoSeesWhat.tsx';

/** The export and erasure of the user's data, who can see it, and who read it. */
export default function MyData() {
  return (
    <ProfilePage selected="tab-my-data">
      {() => (
        <>
          {/* What people come here to do is above the long lists. */}
          <ExportCard />
          <EraseCard />
          <WhoSeesWhat />
          <AccountHistory />
          <KeptFor />
        </>
      )}
    </ProfilePage>
  );
}
