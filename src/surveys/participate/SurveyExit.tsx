import { Link, useLocation } from 'react-router-dom';
import { buttonClass } from '#src/ui/controls/Button.tsx';
import { originOf } from './surveyAddress.ts';

/** Leads back to the step that the survey was opened from, or else to the user's surveys. */
export function SurveyExit() {
  const origin = originOf(useLocation().search);
  return origin === null ? (
    <Link className={buttonClass('primary')} to="/survey">
      View your surveys
    </Link>
  ) : (
    <Link className={buttonClass('primary')} to={origin}>
      Back to program
    </Link>
  );
}
