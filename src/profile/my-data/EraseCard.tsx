import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Confirmation, ownDataRequestsSchema } from '#contract/administration/dataRequests.ts';
import { ERASURE_TARGET } from '#contract/notifications/linkTargets.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { useResultToast } from '#src/app/useResultToast.ts';
import { passkeyFailure } from '#src/login/passkeyFailure.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import {
  dataRequestsApi,
  useCancelErasureMutation,
  useGetDataRequestsQuery,
} from '#store/profile/dataRequestsApi.ts';
import { selectUser, userChanged } from '#store/session/sessionSlice.ts';

/** Requests the erasure of the user's data, or cancels the request. */
export function EraseCard() {
  const { data } = useGetDataRequestsQuery();
  const { longDay } = useFormats();
  // In the address, because confirming with a passkey or single sign-on starts all screens again.
  const [params, setParams] = useSearchParams();
  const isAsking = params.get('ask') === 'erasure';
  const setAsking = (asks: boolean) =>
    setParams(asks ? { ask: 'erasure' } : {}, { replace: true, preventScrollReset: true });
  const [cancel, cancelling] = useCancelErasureMutation();
  if (!data) return null; // the export above shows the reason
  const { erasure, erasureFailedAt } = data;
  return (
    <section className="section" id={ERASURE_TARGET} aria-labelledby="erase">
      <div className="section-head">
        <div className="erase-text">
          <h2 className="title-2" id="erase">
            Erase your data
          </h2>
          <p className="text-2">
            {erasure
              ? `Your account, personal data and messages will be deleted on ${longDay(erasure.dueAt)}. Until then you can keep using Trellis, and you can cancel the erasure.`
              : 'Your account, personal data and messages are deleted 14 days after your request. Until then you can cancel the erasure. Anonymous totals and audit entries without your name are kept.'}
          </p>
          {!erasure && erasureFailedAt && (
            <p className="text-2">
              {`The erasure on ${longDay(erasureFailedAt)} was not possible, because you were the only administrator or the emergency administrator of single sign-on. Choose another person for this, then request it again.`}
            </p>
          )}
        </div>
        {erasure ? (
          <Button busy={cancelling.isLoading} onClick={() => void cancel()}>
            Keep my data
          </Button>
        ) : (
          <DangerButton onClick={() => setAsking(true)}>Request erasure</DangerButton>
        )}
      </div>
      {cancelling.error && (
        <ErrorSummary>
          <ProblemText message={problemOf(cancelling.error).message} />
        </ErrorSummary>
      )}
      {isAsking && !erasure && (
        <AskDialog confirmation={data.confirmation} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}

const CONFIRM_FIRST: Record<Exclude<Confirmation, 'password' | 'none'>, string> = {
  'sign-on': 'To confirm that it is you, sign in again with single sign-on. You will return to this page.',
  passkey: 'To confirm that it is you, use your passkey.',
  'password-reset':
    'To confirm that it is you, you need a password. Sign out, and choose “Forgot password?” on the sign-in page.',
};

/** For some minutes after the sign-in, the erasure needs no further confirmation. */
function SignInAgain({
  by,
  onFailure,
}: {
  by: 'sign-on' | 'passkey';
  onFailure: (failure: string | null) => void;
}) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const emailAddress = useAppSelector(selectUser)?.emailAddress ?? '';
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    onFailure(null);
    setBusy(true);
    try {
      if (by === 'sign-on') await auth.signInAgain(emailAddress, '/profile/my-data?ask=erasure');
      else await auth.signInWithPasskey();
      dispatch(dataRequestsApi.util.invalidateTags(['DataRequest']));
    } catch (error) {
      onFailure(by === 'sign-on' ? problemOf(error).message : passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="primary" busy={isBusy} onClick={() => void start()}>
      {by === 'sign-on' ? 'Continue with single sign-on' : 'Use a passkey'}
    </Button>
  );
}

/** The password stays in this form and the auth port (decision 0003). */
function AskDialog({ confirmation, onClose }: { confirmation: Confirmation; onClose: () => void }) {
  const { auth } = usePorts();
  const dispatch = useAppDispatch();
  const showResult = useResultToast();
  const { longDay } = useFormats();
  const needsPassword = confirmation === 'password';
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const showError = (text: string) => {
    setError(text);
    document.getElementById('erase-password')?.focus();
  };
  const send = async () => {
    if (needsPassword && password === '') return showError('Enter your current password');
    setFailure(null);
    setBusy(true);
    try {
      const own = ownDataRequestsSchema.parse(await auth.requestErasure(needsPassword ? password : null));
      void dispatch(dataRequestsApi.util.upsertQueryData('getDataRequests', undefined, own));
      dispatch(userChanged({ erasesAt: own.erasure?.dueAt }));
      if (own.erasure) showResult(`Your data will be deleted on ${longDay(own.erasure.dueAt)}.`);
      onClose();
    } catch (failed) {
      const { message, fields } = problemOf(failed);
      if (fields.currentPassword) showError(`This password ${fields.currentPassword}`);
      else setFailure(message);
      // By now the sign-in may be too old, so another confirmation is needed.
      dispatch(dataRequestsApi.util.invalidateTags(['DataRequest']));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send();
  };
  return (
    <Dialog title="Erase your data?" onClose={onClose}>
      <form className="stack-4" onSubmit={submit} noValidate>
        {failure && (
          <ErrorSummary>
            <ProblemText message={failure} />
          </ErrorSummary>
        )}
        <p>
          In 14 days Trellis deletes your account, your profile and picture, your objectives, reflections and
          answers, and all messages you wrote. This cannot be undone. Messages that other people wrote to you
          are kept for them.
        </p>
        <p>Export your data first if you want to keep a copy.</p>
        {needsPassword && (
          <TextField
            id="erase-password"
            label="Current password"
            type="password"
            autoComplete="current-password"
            value={password}
            error={error}
            onChange={(next) => {
              setPassword(next);
              setError(null);
            }}
          />
        )}
        {confirmation !== 'password' && confirmation !== 'none' && <p>{CONFIRM_FIRST[confirmation]}</p>}
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          {(needsPassword || confirmation === 'none') && (
            <DangerButton isFinal type="submit" busy={isBusy}>
              Erase my data in 14 days
            </DangerButton>
          )}
          {(confirmation === 'sign-on' || confirmation === 'passkey') && (
            <SignInAgain by={confirmation} onFailure={setFailure} />
          )}
        </div>
      </form>
    </Dialog>
  );
}
