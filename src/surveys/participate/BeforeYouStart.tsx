import { Lock, Server, UserRound, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { fullName, type Participant } from '#contract/people.ts';
import type { RaterGroup } from '#contract/surveys/feedback.ts';
import type { Participation } from '#contract/surveys/surveys.ts';
import { reportGroupNames } from '#src/surveys/feedback/feedbackTexts.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Disclosure } from '#src/ui/controls/Disclosure.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { Note } from '#src/ui/feedback/Note.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { originOf } from './surveyAddress.ts';

interface BeforeYouStartProps {
  survey: Participation;
  isStarting?: boolean;
  /** The path to which “Not now” leads. */
  exit?: string;
  onStart: () => void;
}

/** Says who can see what, before the first question. */
export function BeforeYouStart({ survey, isStarting = false, exit, onStart }: BeforeYouStartProps) {
  const { shortDay } = useFormats();
  const { search } = useLocation();
  const { surveyName, questions, minutes, closesOn, purpose, people } = survey;
  const all = questions.sections.flatMap((section) => section.questions);
  // Earlier answers decide whether a question with a condition is asked.
  const isUpTo = all.some(({ shownIf }) => shownIf);
  const length = `${isUpTo ? 'Up to ' : ''}${plural(all.length, '# question', '# questions')}, ${plural(minutes, 'about # minute', 'about # minutes')}.`;
  const hasTexts = all.some(({ type }) => type === 'short' || type === 'long');
  return (
    <>
      <p className="overline">
        {survey.owner
          ? plural(
              people,
              `From ${fullName(survey.owner)} to # person`,
              `From ${fullName(survey.owner)} to # people`,
            )
          : plural(people, 'To # person', 'To # people')}
      </p>
      <PageHeader
        title={surveyName}
        lede={closesOn ? `${length} Open until ${shortDay(closesOn)}.` : length}
      />
      {purpose && <p className="survey-purpose">{purpose}</p>}
      <SurveyPromise survey={survey} />
      {hasTexts && (
        <Note>
          {survey.mode === 'named'
            ? 'Your texts are shown word for word, with your name.'
            : survey.raterGroup === 'self' || survey.raterGroup === 'manager'
              ? 'Your texts are shown word for word, as yours.'
              : 'Your texts are shown word for word. Leave out names and details that only you know.'}
        </Note>
      )}
      <div className="row row-wrap survey-start">
        <Button variant="primary" busy={isStarting} onClick={onStart}>
          Start
        </Button>
        <Link className={buttonClass('plain')} to={exit ?? originOf(search) ?? '/survey'}>
          Not now
        </Link>
      </div>
      <WhatIsStored survey={survey} />
    </>
  );
}

function SurveyPromise({ survey }: { survey: Participation }) {
  if (survey.subject && survey.raterGroup)
    return <FeedbackPromise subject={survey.subject} group={survey.raterGroup} k={survey.k} />;
  return survey.mode === 'anonymous' ? <AnonymousPromise survey={survey} /> : <WhoSeesWhat survey={survey} />;
}

interface FeedbackPromiseProps {
  subject: Participant;
  group: RaterGroup;
  k: number;
}
function FeedbackPromise({ subject, group, k }: FeedbackPromiseProps) {
  const name = fullName(subject);
  const titles: Record<RaterGroup, string> = {
    self: 'About yourself: compared with how others see you',
    manager: `About ${name}: you can be recognized as the manager`,
    peer: `About ${name}: your answers are shown together with other peers’ answers`,
    report: `About ${name}: your answers are shown together with other direct reports’ answers`,
  };
  const shown: Record<RaterGroup, string> = {
    self: 'see your answers as yours, next to other people’s answers.',
    manager: 'see your answers as the manager’s answers. You are identifiable.',
    peer: `see the answers of peers together if there are at least ${k}. With fewer, they are combined with the answers of other groups, or left out.`,
    report: `see the answers of direct reports together if there are at least ${k}. With fewer, they are combined with the answers of other groups, or left out.`,
  };
  return (
    <section className="card promise" aria-labelledby="promise">
      <h2 className="title-2" id="promise">
        {titles[group]}
      </h2>
      <ul>
        <Reader icon={<UserRound />}>
          <b>You</b> can change your answers until the survey closes. Unfinished answers are saved on the
          server, so you can continue on another device. Only you can open them.
        </Reader>
        <Reader icon={<Users />}>
          <b>{group === 'self' ? 'You and your coaches' : `${name} and their coaches`}</b> {shown[group]} No
          one else can read the report
          {group === 'peer' || group === 'report'
            ? ', and no one sees who has answered.'
            : '. Whether you have answered is counted, from the next day on.'}
        </Reader>
        <Reader icon={<Server />}>
          <b>The server</b> stores your answers with a code instead of your name, and with your group. Only
          the secret key of this installation connects the code with you, so that you can change your answers.
          This is confidential, not anonymous.
        </Reader>
      </ul>
    </section>
  );
}

function AnonymousPromise({ survey: { k, owner } }: { survey: Participation }) {
  const runner = owner ? `${fullName(owner)} and administrators` : 'Administrators';
  return (
    <section className="card promise" aria-labelledby="promise">
      <h2 className="title-2" id="promise">
        Anonymous: your answers are stored without any link to you
      </h2>
      <ul>
        <Reader icon={<UserRound />}>
          <b>Only this browser</b> keeps your unfinished answers, encrypted. You can change your answers until
          the survey closes, in this browser and in no other.
        </Reader>
        <Reader icon={<Users />}>
          <b>{runner}</b>{' '}
          {`see results when the survey is closed, for at least ${k} answers together and without departments. They see how many people have answered if at least ${k} have, and never who.`}
        </Reader>
        <Reader icon={<Server />}>
          <b>The server</b>{' '}
          {`signs a ticket that it cannot read, and later accepts your answers with the ticket and without your account. It stores no time or address with them. It keeps them encrypted until at least ${k} people have answered or the survey closes, and then stores all answers again in random order. Before the release it tries to find out who gave them. You can read the report.`}
        </Reader>
      </ul>
    </section>
  );
}

function WhoSeesWhat({ survey: { mode, k, owner } }: { survey: Participation }) {
  const runner = owner ? `${fullName(owner)} and administrators` : 'Administrators';
  const isNamed = mode === 'named';
  return (
    <section className="card promise" aria-labelledby="promise">
      <h2 className="title-2" id="promise">
        {isNamed
          ? 'With names: your answers are shown with your name'
          : 'Confidential: results never show who gave an answer'}
      </h2>
      <ul>
        <Reader icon={<UserRound />}>
          <b>You</b> can change your answers until the survey closes. Unfinished answers are saved on the
          server, so you can continue on another device. Only you can open them.
        </Reader>
        <Reader icon={<Users />}>
          {isNamed ? (
            <>
              <b>{runner}</b> see your answers with your name when the survey is closed and its results are
              released.
            </>
          ) : (
            <>
              <b>{runner}</b>{' '}
              {`see results when the survey is closed, for groups of at least ${k} answers. Smaller groups are hidden, and so is anything that would reveal them. They see how many people have answered if at least ${k} have, and never who.`}
            </>
          )}
        </Reader>
        <Reader icon={<Server />}>
          {isNamed ? (
            <>
              <b>The server</b> stores your answers with your account.
            </>
          ) : (
            <>
              <b>The server</b> stores your answers with a code instead of your name. Only the secret key of
              this installation connects the code with you, so that you can change your answers. This is
              confidential, not anonymous.
            </>
          )}
        </Reader>
      </ul>
    </section>
  );
}

const Reader = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    <span className="promise-icon" aria-hidden="true">
      {icon}
    </span>
    <p>{children}</p>
  </li>
);

const AUTHORS: Record<Participation['mode'], string> = {
  named: 'Your account',
  confidential: 'A code that only the key of this installation can compute',
  anonymous: 'The hash of a ticket that the server signed without seeing it',
};

function WhatIsStored({ survey: { mode, segment, raterGroup } }: { survey: Participation }) {
  const rows = [
    ['Author', AUTHORS[mode]],
    raterGroup ? ['Group', reportGroupNames[raterGroup]] : ['Department', segment ?? 'Not stored'],
    ['Answers', 'As you give them'],
    ['Time, device and address', 'Not stored with the answers'],
    ['That you took part', 'The day, separately from the answers'],
  ];
  return (
    <Disclosure
      className="stored"
      summary={
        <span className="row">
          <Lock className="icon icon-small" aria-hidden="true" />
          See exactly what is stored
        </span>
      }
    >
      <table className="calculation">
        <caption className="visually-hidden">What is stored with your answers</caption>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
