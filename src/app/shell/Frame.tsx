import '#src/ui/theme/marks.css'; // imported first, so that the styles of the components below can refine it
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionUser } from '#contract/access/session.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { useAccent } from '#src/app/useAccent.ts';
import { Celebration } from '#src/celebration/Celebration.tsx';
import { Chat } from '#src/chat/Chat.tsx';
import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { RestoreFocus } from '#src/ui/overlays/RestoreFocus.tsx';
import { selectIsExpanded } from '#store/chat/widgetSelectors.ts';
import { selectOpenDialog } from '#store/dialogs/dialogsSlice.ts';
import { selectLocation, selectNavigationKind } from '#store/navigation/navigationSlice.ts';
import { selectPeerAlert } from '#store/peer-alert/peerAlertSlice.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { FormatsProvider } from './FormatsProvider.tsx';
import { Header } from './Header.tsx';
import { Toasts } from './Toasts.tsx';
import './footer.css';

const ErasureBanner = lazyPart(() => import('./ErasureBanner.tsx'));
const MobileMenu = lazyPart(() => import('./MobileMenu.tsx'));
const PeerAlert = lazyPart(() => import('#src/peer-alert/PeerAlert.tsx'));

/** Header, screen and footer, with the chat, alerts and dialogs above them. */
export default function Frame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const openDialog = useAppSelector(selectOpenDialog);
  const { pathname } = useAppSelector(selectLocation);
  const isChatOpen = useAppSelector(selectIsExpanded);
  const hasPeerAlert = useAppSelector(selectPeerAlert) !== null;
  const [isPageLoad] = useState(useAppSelector(selectNavigationKind) === 'START');
  const main = useRef<HTMLElement>(null);
  // A sign-in removes its form, which had the focus.
  useEffect(() => {
    if (!isPageLoad) main.current?.focus({ preventScroll: true });
  }, [isPageLoad]);
  useAccent(user.organisation?.accent);
  return (
    <FormatsProvider timeZone={user.timeZone} locale={user.locale ?? user.organisation?.locale ?? undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: a link by its meaning, but the address must not change */}
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <Header user={user} />
      <ConnectionBanner />
      {user.erasesAt && <ErasureBanner erasesAt={user.erasesAt} />}
      <main className="page" id="main" ref={main} tabIndex={-1} data-beside-chat={isChatOpen || undefined}>
        <RestoreFocus place={pathname}>{children}</RestoreFocus>
      </main>
      <footer className="footer">
        <p>
          {user.tenantName} on Trellis · <Link to="/privacy">Data that leaves this browser</Link>
        </p>
      </footer>
      <Chat />
      {hasPeerAlert && <PeerAlert />}
      <Toasts />
      {openDialog === 'navMenu' && <MobileMenu user={user} />}
      <Celebration />
    </FormatsProvider>
  );
}
