import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { AdminOverview, SetupStep, SetupStepState } from '#contract/administration/admin.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { ProgressSegments } from '#src/ui/display/ProgressSegments.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import '#src/ui/display/outline.css';
import { SecondAdmin } from './SecondAdmin.tsx';
import { useMailTest } from './useMailTest.ts';

interface StepTexts {
  title: string;
  why: string;
  /** The result of a completed step, on its line. */
  result: (state: SetupStepState, lastMailTest: AdminOverview['lastMailTest']) => string;
}
const TEXTS: Record<SetupStep, StepTexts> = {
  branding: {
    title: 'Add your logo and colour',
    why: 'People see them on every page and when they sign in.',
    result: () => 'Added',
  },
  departments: {
    title: 'Create departments',
    why: 'People find each other by department, and figures are counted for each of them.',
    result: ({ count }) => plural(count, '# department', '# departments'),
  },
  people: {
    title: 'Add people',
    why: 'Each person gets an invitation by email, chooses a password and starts with their profile.',
    result: ({ count }) => plural(count, '# person besides you', '# people besides you'),
  },
  'mail-test': {
    title: 'Send a test email',
    why: 'Invitations and password resets are sent by email. The test shows how the mail server responds.',
    result: (_state, test) => (test?.outcome === 'shown' ? 'Shown at /dev/mail' : 'Sent'),
  },
  program: {
    title: 'Launch your first program',
    why: 'Learners choose their topics in a program and practise them with their manager and coach.',
    result: ({ name }) => name ?? '',
  },
  'second-admin': {
    title: 'Add a second administrator',
    why: 'You are the only administrator. If you lose access, no one in your organisation can restore it.',
    result: ({ count }) => plural(count, '# administrator', '# administrators'),
  },
  'sign-on-test': {
    title: 'Test single sign-on',
    why: 'Only if your people sign in with an identity provider. The test shows what it sends and signs in no one.',
    result: () => 'Tested',
  },
};
/** Not every organisation has a logo or an identity provider, so these steps do not keep the card open. */
const OPTIONAL: ReadonlySet<SetupStep> = new Set(['branding', 'sign-on-test']);

const ACTIONS: Record<Exclude<SetupStep, 'mail-test' | 'second-admin'>, { label: string; to: string }> = {
  branding: { label: 'Add logo and colour', to: '/admin/settings/branding' },
  departments: { label: 'Create departments', to: '/admin/departments' },
  people: { label: 'Add people', to: '/admin/people' },
  program: { label: 'Create a program', to: '/admin/programs/create/' },
  'sign-on-test': { label: 'Set up single sign-on', to: '/admin/settings/sign-on' },
};

/** The action while a program exists that no one has joined. */
const EXISTING_PROGRAM = { label: 'Invite people', to: '/program' };

/** `Today` and `Yesterday`, but not the names of months. */
const inSentence = (day: string) => day.replace(/^(Today|Yesterday)$/, (word) => word.toLowerCase());

/** The set-up steps of a new organisation, computed from existing data. The card disappears when all are done. */
export function SetupChecklist({ setup, lastMailTest }: Pick<AdminOverview, 'setup' | 'lastMailTest'>) {
  const needed = setup.filter(({ step }) => !OPTIONAL.has(step));
  const done = needed.filter(({ isDone }) => isDone).length;
  if (done === needed.length) return null;
  const hasOthers = !setup.some(({ step, isDone }) => step === 'people' && !isDone);
  const next = needed.find(({ isDone }) => !isDone);
  const phaseOf = (state: SetupStepState) => (state.isDone ? 'done' : state === next ? 'now' : 'open');
  const summary = `${done} of ${needed.length} required steps done`;
  return (
    <section className="card setup-card" aria-labelledby="setup">
      <div className="card-head">
        <h2 className="title-2" id="setup">
          Set up your organisation
        </h2>
        <div className="row setup-progress">
          <ProgressSegments small label={summary} groups={[needed.map(phaseOf)]} />
          <span className="small text-2 figures" aria-hidden="true">
            {summary}
          </span>
        </div>
      </div>
      <ol className="outline setup-steps">
        {setup.map((state, index) => (
          <Step
            key={state.step}
            state={state}
            phase={phaseOf(state)}
            number={index + 1}
            hasOthers={hasOthers}
            lastMailTest={lastMailTest}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepProps extends Pick<AdminOverview, 'lastMailTest'> {
  state: SetupStepState;
  phase: 'done' | 'now' | 'open';
  number: number;
  /** Whether there are people besides the administrator. */
  hasOthers: boolean;
}

function Step({ state, phase, number, hasOthers, lastMailTest }: StepProps) {
  const { recentDay } = useFormats();
  const { step, isDone, at } = state;
  const { title, why, result } = TEXTS[step];
  return (
    <li data-state={phase}>
      <span className="node" aria-hidden="true">
        {isDone ? <Check className="icon" /> : number}
      </span>
      <div className="setup-step">
        <h3>
          {title}
          {OPTIONAL.has(step) && <span className="text-3"> (optional)</span>}
          {isDone && <span className="visually-hidden">, done</span>}
        </h3>
        {isDone ? (
          <p className="setup-result">
            {[result(state, lastMailTest), ...(at === null ? [] : [inSentence(recentDay(at))])].join(', ')}
          </p>
        ) : (
          <StepAction state={state} why={why} hasOthers={hasOthers} lastMailTest={lastMailTest} />
        )}
      </div>
    </li>
  );
}

interface StepActionProps extends Pick<AdminOverview, 'lastMailTest'> {
  state: SetupStepState;
  why: string;
  hasOthers: boolean;
}

function StepAction({ state: { step, name }, why, hasOthers, lastMailTest }: StepActionProps) {
  if (step === 'mail-test') return <MailStep why={why} lastMailTest={lastMailTest} />;
  if (step === 'second-admin')
    return (
      <>
        <p className="text-2">{why}</p>
        <SecondAdmin hasOthers={hasOthers} />
      </>
    );
  const { label, to } = step === 'program' && name !== null ? EXISTING_PROGRAM : ACTIONS[step];
  return (
    <>
      <p className="text-2">{why}</p>
      <Link className={buttonClass('outlined', true)} to={to}>
        {label}
      </Link>
    </>
  );
}

function MailStep({ why, lastMailTest }: Omit<StepActionProps, 'state' | 'hasOthers'>) {
  const { send, isBusy, text } = useMailTest(lastMailTest);
  return (
    <>
      <p className="text-2" role="status">
        {text ?? why}
      </p>
      <Button small busy={isBusy} onClick={send}>
        Send test email
      </Button>
    </>
  );
}
