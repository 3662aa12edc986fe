import '#src/ui/theme/marks.css'; // before the styles of the parts below, which refine it
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/session.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { Celebration } from '#src/celebration/Celebration.tsx';
import { Chat } from '#src/chat/Chat.tsx';
import { PeerAlert } from '#src/peer-alert/PeerAlert.tsx';
import { selectIsExpanded } from '#store/chat/widgetSelectors.ts';
import { selectOpenDialog } from '#store/dialogs/dialogsSlice.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { FormatsProvider } from './FormatsProvider.tsx';
import { Header } from './Header.tsx';
import { Toasts } from './Toasts.tsx';
import './footer.css';

const MobileMenu = lazy(() => import('./MobileMenu.tsx'));

/** Header, screen and footer, with the chat, alerts and dialogs over them. */
export default function Frame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const openDialog = useAppSelector(selectOpenDialog);
  const isChatOpen = useAppSelector(selectIsExpanded);
  return (
    <FormatsProvider timeZone={user.timeZone}>
      {/* biome-ignore lint/a11y/useValidAnchor: a link by its meaning, but the address must not change */}
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
      <ConnectionBanner />
      <main className="page" id="main" tabIndex={-1} data-beside-chat={isChatOpen || undefined}>
        {children}
      </main>
      <footer className="footer">
        <p>
          {user.tenantName} on Trellis · <Link to="/privacy">Data that leaves this browser</Link>
        </p>
      </footer>
      <Chat />
      <PeerAlert />
      <Toasts />
      {openDialog === 'navMenu' && (
        <Suspense fallback={null}>
          <MobileMenu user={user} />
        </Suspense>
      )}
      <Celebration />
    </FormatsProvider>
  );
}
