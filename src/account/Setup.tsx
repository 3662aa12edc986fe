import { Link } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { LoginPicture } from '#src/login/LoginPicture.tsx';
import NotFound from '#src/not-found/NotFound.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { LogoMark } from '#src/ui/display/LogoMark.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { selectUser } from '#store/session/sessionSlice.ts';
import '#src/login/login.css';
import './setup.css';
import { SetupForm } from './SetupForm.tsx';
import { useLink } from './useLink.ts';

/** The page at the one-time address that the server prints until an organisation exists. */
export default function Setup() {
  const isSignedIn = useAppSelector(selectUser) !== null;
  return isSignedIn ? <NotFound /> : <FirstSetup />;
}

function FirstSetup() {
  const { auth } = usePorts();
  const { result, reload } = useLink(auth.setup);
  if (result.status === 'loaded' && result.details === 'over')
    return (
      <main className="page" id="main">
        <NotFound />
      </main>
    );
  return (
    <div className="login setup">
      <div className="login-side">
        <header>
          <Link className="logo" to="/login" aria-label="Trellis">
            <LogoMark size={26} />
            Trellis
          </Link>
        </header>
        <main className="login-form" id="main">
          {result.status === 'loading' && (
            <>
              <h1 className="visually-hidden">Set up Trellis</h1>
              <SkeletonRows count={4} />
            </>
          )}
          {result.status === 'failed' && (
            <>
              <h1 className="title-1">The set-up did not load</h1>
              <ErrorSummary>{result.message}</ErrorSummary>
              <Button onClick={reload}>Try again</Button>
            </>
          )}
          {result.status === 'loaded' && result.details === 'refused' && <Refused />}
          {result.status === 'loaded' && result.details === 'open' && <SetupForm onRefused={reload} />}
        </main>
      </div>
      <div className="login-picture" aria-hidden="true">
        <LoginPicture />
        <div className="login-slogan">
          <p>Set up in about 10 minutes.</p>
          <p>Next: departments, people and a test email. The checklist in Administration guides you.</p>
        </div>
      </div>
    </div>
  );
}

const Refused = () => (
  <>
    <h1 className="title-1">This set-up address does not work</h1>
    <p className="lede">
      The server prints the address when it starts. It works once and for 24 hours. If you have reloaded the
      page, open the whole address again.
    </p>
    <h2 className="title-2">Get a new address</h2>
    <p>
      Restart the server: it prints a new address as long as there is no organisation. Or create the
      organisation on the server with the command <code>bin/trellis organisation</code>.
    </p>
  </>
);
