import { Link } from 'react-router-dom';
import { useAppSelector } from '#src/app/hooks.ts';
import { Mark } from '#src/ui/Mark.tsx';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { redirectTargetOf } from '#store/navigation/safePath.ts';
import './login.css';
import { LoginForm } from './LoginForm.tsx';
import { LoginPicture } from './LoginPicture.tsx';
import { placeName } from './placeName.ts';

/** The form at the left; at the right, where there is room, the product's promise. */
export default function Login() {
  const { search } = useAppSelector(selectLocation);
  const place = placeName(redirectTargetOf(search));
  return (
    <div className="login">
      <div className="login-side">
        <header>
          <Link className="logo" to="/login" aria-label="Trellis">
            <Mark size={26} />
            Trellis
          </Link>
        </header>
        <main className="login-form" id="main">
          <LoginForm place={place} />
        </main>
        <footer className="small text-3">
          New here? Whoever runs Trellis in your organisation can let you in.
        </footer>
      </div>
      <div className="login-picture" aria-hidden="true">
        <LoginPicture />
        <div className="login-promise">
          <p>What you practise, grows.</p>
          <p>Pick one thing to get better at. Try it this week, with people who notice.</p>
        </div>
      </div>
    </div>
  );
}
