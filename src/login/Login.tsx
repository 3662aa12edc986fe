import { Link } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { LogoMark } from '#src/ui/display/LogoMark.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { redirectTargetOf } from '#store/navigation/safePath.ts';
import './login.css';
import { LoginForm } from './LoginForm.tsx';
import { LoginPicture } from './LoginPicture.tsx';
import { redirectText } from './redirectText.ts';

/** The form on the left and, on wide screens, a picture with the slogan on the right. */
export default function Login() {
  const { search } = useAppSelector(selectLocation);
  const text = redirectText(redirectTargetOf(search));
  return (
    <div className="login">
      <div className="login-side">
        <header>
          <Link className="logo" to="/login" aria-label="Trellis">
            <LogoMark size={26} />
            Trellis
          </Link>
        </header>
        <main className="login-form" id="main">
          <LoginForm redirectText={text} />
        </main>
        <footer className="small text-3">New to Trellis? Ask your administrator for access.</footer>
      </div>
      <div className="login-picture" aria-hidden="true">
        <LoginPicture />
        <div className="login-slogan">
          <p>Grow with every step.</p>
          <p>Choose a skill, practise it at work this week, and get feedback from your manager and coach.</p>
        </div>
      </div>
    </div>
  );
}
