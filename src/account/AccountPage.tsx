import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { LogoMark } from '#src/ui/display/LogoMark.tsx';
import { selectUser } from '#store/session/sessionSlice.ts';
import './account.css';

/**
 * The narrow column for pages that are linked from mails. Without a session there is no header, so the column shows the
 * logo.
 */
export function AccountPage({ children }: { children: ReactNode }) {
  const user = useAppSelector(selectUser);
  return (
    <div className="content">
      <div className="account-page">
        {!user && (
          <Link className="logo" to="/login" aria-label="Trellis">
            <LogoMark size={26} />
            Trellis
          </Link>
        )}
        {children}
      </div>
    </div>
  );
}
