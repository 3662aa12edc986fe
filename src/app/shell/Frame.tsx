import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/session.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Celebration } from '#src/celebration/Celebration.tsx';
import { Chat } from '#src/chat/Chat.tsx';
import { PeerAlert } from '#src/peer-alert/PeerAlert.tsx';
import { selectIsExpanded } from '#store/chat/chatSelectors.ts';
import { selectOpenDialog } from '#store/dialogs/dialogsSlice.ts';
import { ConnectionLine } from './ConnectionLine.tsx';
import { Header } from './Header.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import './footer.css';

/** Header, the screen, footer, and what may open over them. */
export default function Frame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const openDialog = useAppSelector(selectOpenDialog);
  const isChatOpen = useAppSelector(selectIsExpanded);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link by its meaning; only the address must stay what it is */}
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to content
      </a>
      <Header user={user} />
      <ConnectionLine />
      <main className="page" id="main" tabIndex={-1} data-beside-chat={isChatOpen || undefined}>
        {children}
      </main>
      <footer className="footer">
        <p>
          {user.tenantName} on Trellis · <Link to="/privacy">What leaves this browser</Link>
        </p>
      </footer>
      <Chat />
      <PeerAlert />
      {openDialog === 'navMenu' && <MobileMenu user={user} />}
      <Celebration />
    </>
  );
}
