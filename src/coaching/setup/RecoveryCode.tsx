import { ArrowLeft, Copy, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CoachingSession } from '#contract/learning/coaching.ts';
import { fullName } from '#contract/people.ts';
import { useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { FormErrors } from '#src/forms/FormErrors.tsx';
import { Breadcrumb } from '#src/ui/controls/Breadcrumb.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { PageHeader } from '#src/ui/display/PageHeader.tsx';
import { SkeletonCard } from '#src/ui/feedback/Skeleton.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { usePutCoachingKeyMutation } from '#store/coaching/room/roomApi.ts';
import { roomPath } from '#store/coaching/room/roomPlace.ts';
import type { CoachingVault, NewKeys } from '#store/ports/coachingVault.ts';
import { selectUser } from '#store/session/sessionSlice.ts';

const CLEAR_CLIPBOARD_MS = 60_000;

interface RecoveryCodeProps {
  session: CoachingSession;
  /** The public key that is replaced, if the person starts again. */
  replaces: string | null;
}

/** Shows 12 words once and lets the person type them back. The words stay in this component. */
export function RecoveryCode({ session, replaces }: RecoveryCodeProps) {
  const { coaching } = usePorts();
  const me = useAppSelector(selectUser);
  const [made, setMade] = useState<{ vault: CoachingVault; keys: NewKeys } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const [typed, setTyped] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [canUsePasskeys, setCanUsePasskeys] = useState(false);
  const [withPasskey, setPasskey] = useState(false);
  const [hasPasskeyFailed, setPasskeyFailed] = useState(false);
  const [put, putting] = usePutCoachingKeyMutation();
  useEffect(() => {
    let isGone = false;
    const make = async () => {
      const vault = await coaching.vault();
      const keys = await vault.newKeys();
      const isPossible = await vault.canUsePasskeys();
      if (isGone) return;
      setCanUsePasskeys(isPossible);
      setMade({ vault, keys });
    };
    make().catch(() => setFailed(true));
    return () => {
      isGone = true;
    };
  }, [coaching]);
  if (hasFailed)
    return (
      <FormErrors
        title="The key could not be made"
        message="Reload the page. If it happens again, use a current version of Chrome, Edge, Firefox or Safari."
      />
    );
  if (!made || !me) return <SkeletonCard />;
  const { keys, vault } = made;
  const finish = async () => {
    setSaving(true);
    setPasskeyFailed(false);
    const passkey = withPasskey ? await keys.addPasskey(me.emailAddress) : null;
    if (withPasskey && !passkey) {
      setPasskeyFailed(true);
      setPasskey(false);
      return setSaving(false);
    }
    await keys.keep(`${me.tenantId}.${me.userId}`);
    await put({ publicKey: keys.publicKey, wrappedKey: keys.wrappedKey, replaces, passkey });
    setSaving(false);
  };
  return (
    <div className="setup">
      <Breadcrumb
        to={roomPath(session, null)}
        label={`Session with ${fullName(session.other)}`}
        here="Recovery code"
      />
      <PageHeader
        title="Save your recovery code"
        lede="Your notes are encrypted on this device. On a new device you need these 12 words to read them."
      />
      <ol className="path">
        <li data-state={isTyping ? 'done' : 'now'}>
          <h2>Write down the 12 words</h2>
          {isTyping ? (
            <p>
              <Button variant="link" onClick={() => setTyping(false)}>
                Show the words again
              </Button>
            </p>
          ) : (
            <Words words={keys.words} isRestart={replaces !== null} onSaved={() => setTyping(true)} />
          )}
        </li>
        <li data-state={isTyping ? 'now' : 'later'}>
          <h2>Type the words back once</h2>
          {isTyping ? (
            <TypeBack
              words={keys.words}
              vault={vault}
              typed={typed}
              onType={setTyped}
              isSaving={isSaving || putting.isLoading}
              onBack={() => setTyping(false)}
              onFinish={() => void finish()}
              failure={
                hasPasskeyFailed
                  ? 'The passkey was not added: you cancelled it, or this device cannot use one for this. Finish without it, or try again.'
                  : putting.error
                    ? problemOf(putting.error).message
                    : null
              }
            >
              {canUsePasskeys && (
                <label className="check">
                  <input
                    type="checkbox"
                    checked={withPasskey}
                    onChange={(event) => setPasskey(event.target.checked)}
                  />
                  Also unlock my notes with a passkey on this device
                </label>
              )}
            </TypeBack>
          ) : (
            <p className="text-2">This confirms that your copy is complete.</p>
          )}
        </li>
      </ol>
      <div className="warning">
        <TriangleAlert className="icon" aria-hidden="true" />
        <p>
          <b className="strong">These notes cannot be restored for you.</b> If you lose the words and every
          device that you use, your private and shared notes are lost. Your password does not help, and
          neither can {session.other.firstName} or an administrator.
        </p>
      </div>
    </div>
  );
}

interface WordsProps {
  words: readonly string[];
  /** The person has earlier words. */
  isRestart: boolean;
  onSaved: () => void;
}

function Words({ words, isRestart, onSaved }: WordsProps) {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    await navigator.clipboard.writeText(words.join(' '));
    setCopied(true);
    clearTimeout(timer.current);
    // The clipboard is cleared only if the browser allows this without a click.
    timer.current = setTimeout(
      () => void navigator.clipboard.writeText('').catch(() => undefined),
      CLEAR_CLIPBOARD_MS,
    );
  };
  return (
    <>
      <ol className="code" aria-label="Recovery code">
        {words.map((word, index) => (
          <li key={index}>{word}</li>
        ))}
      </ol>
      <div className="row code-actions">
        <Button small onClick={() => void copy().catch(() => undefined)}>
          <Copy className="icon icon-small" aria-hidden="true" />
          Copy
        </Button>
        <p className="small text-2" role="status">
          {isCopied
            ? 'Copied. Save it in a password manager.'
            : 'Do not save them in a shared folder or photo stream.'}
        </p>
      </div>
      <p className="small text-2">
        {isRestart && 'Until you finish, your earlier words still work. '}
        If you reload or leave this page before you finish, these words do not count, and you get new ones.
      </p>
      <Button variant="primary" onClick={onSaved}>
        I saved the words
      </Button>
    </>
  );
}

interface TypeBackProps {
  words: readonly string[];
  vault: CoachingVault;
  typed: string;
  onType: (text: string) => void;
  isSaving: boolean;
  failure: string | null;
  onBack: () => void;
  onFinish: () => void;
  children: ReactNode;
}

function TypeBack({
  words,
  vault,
  typed,
  onType,
  isSaving,
  failure,
  onBack,
  onFinish,
  children,
}: TypeBackProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { correct, wrong, missing } = vault.checkWords(words, typed);
  const isComplete = missing === 0 && wrong === null;
  return (
    <>
      <p className="small text-2" id={`${id}-count`} aria-live="polite">
        {plural(correct, `# of ${words.length} words is correct`, `# of ${words.length} words are correct`)}
      </p>
      <textarea
        ref={field}
        id={id}
        className="input"
        rows={3}
        aria-label="The 12 words"
        aria-describedby={`${id}-count ${id}-help`}
        aria-invalid={wrong !== null || undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <ul className="words" aria-hidden="true">
        {words.map((_word, index) => (
          <li
            key={index}
            data-done={index < correct || undefined}
            data-now={index === correct || undefined}
          />
        ))}
      </ul>
      {wrong !== null && <p className="field-error">{`Word ${wrong} is not correct.`}</p>}
      <p className="small text-2" id={`${id}-help`}>
        Upper and lower case, extra spaces and line breaks do not matter. The first 4 letters of a word are
        enough.
      </p>
      {children}
      <FormErrors title="Not saved yet" message={failure} />
      <div className="row setup-foot">
        <Button variant="plain" onClick={onBack}>
          <ArrowLeft className="icon icon-small" aria-hidden="true" />
          Back
        </Button>
        <span className="grow small text-2 end">
          {missing > 0 && plural(missing, '# word is missing', '# words are missing')}
        </span>
        <Button
          variant="primary"
          missing={isComplete ? null : 'Enter all 12 words correctly to finish.'}
          busy={isSaving}
          onClick={onFinish}
        >
          Finish setup
        </Button>
      </div>
    </>
  );
}
