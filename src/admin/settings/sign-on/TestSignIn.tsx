import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import type { SignOnSettings, SignOnTest } from '#contract/administration/signOn.ts';
import { SettingsSection } from '#src/admin/settings/SettingsForm.tsx';
import { usePorts } from '#src/app/ports/PortsContext.tsx';
import { Button } from '#src/ui/controls/Button.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { useFormats } from '#src/ui/text/useFormats.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { byUse, claimUse, testAdvice } from './claimTexts.ts';
import type { SignOnForm } from './useSignOnForm.ts';

/** A sign-in at the provider with the saved values. It only shows what Trellis received. */
export function TestSignIn({ form, settings }: { form: SignOnForm; settings: SignOnSettings }) {
  const { auth } = usePorts();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const obstacle = obstacleOf(form);
  const start = async () => {
    setFailure(null);
    setBusy(true);
    try {
      await auth.testSignOn(); // the browser leaves this page
    } catch (error) {
      setFailure(problemOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SettingsSection
      title="Test sign-in"
      lede="Opens your provider and returns to this page. No one is signed in or created."
      beside={
        <Button
          busy={isBusy}
          missing={obstacle}
          aria-describedby={obstacle ? 'test-obstacle' : undefined}
          onClick={() => void start()}
        >
          Test sign-in
        </Button>
      }
    >
      <div className="stack-3">
        {obstacle && (
          <p className="text-3" id="test-obstacle">
            {obstacle}
          </p>
        )}
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
        {settings.test && <Result test={settings.test} hasGroups={form.value.groups.length > 0} />}
      </div>
    </SettingsSection>
  );
}

function obstacleOf(form: SignOnForm): string | null {
  if (!form.isSetUp) return 'Save the issuer URL, client ID and secret first.';
  return form.isProviderChanged ? 'Save your changes first. The test uses the saved values.' : null;
}

function Result({ test, hasGroups }: { test: SignOnTest; hasGroups: boolean }) {
  const { dayAndTime } = useFormats();
  const { state, at, refusal, detail, claims } = test;
  const sendsGroups = claims.some(({ name }) => name === 'groups');
  return (
    <div className="settings-card">
      <div className="row row-between row-wrap">
        <TestState state={state} />
        <span className="small text-3 figures">{dayAndTime(at)}</span>
      </div>
      {state === 'running' && (
        <p className="text-2">
          If your provider showed an error, compare the client ID and the redirect address with what is
          registered there, and test again.
        </p>
      )}
      {state === 'failed' && (
        <div className="stack">
          {refusal && <p>{testAdvice[refusal]}</p>}
          {detail && <p className="small text-3 sign-on-detail">{detail}</p>}
        </div>
      )}
      {claims.length > 0 && (
        <div>
          <Table
            caption="Claims of the last test"
            className="sign-on-claims"
            columns={[{ name: 'Claim' }, { name: 'Value' }, { name: 'Used for' }]}
          >
            <TableBody>
              {claims.toSorted(byUse).map(({ name, value }) => (
                <TableRow key={name} head={<code>{name}</code>}>
                  <TableCell label="Value">
                    <code>{value}</code>
                  </TableCell>
                  <TableCell label="Used for">{claimUse(name, hasGroups)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </div>
      )}
      {state === 'passed' && hasGroups && !sendsGroups && (
        <p className="text-2">
          Your provider did not send the claim groups. Until it does, groups change nothing.
        </p>
      )}
    </div>
  );
}

function TestState({ state }: { state: SignOnTest['state'] }) {
  if (state === 'running')
    return (
      <span className="sign-on-state" data-tone="amber">
        <Clock className="icon icon-small" aria-hidden="true" />
        The test has started, but your provider has not responded yet
      </span>
    );
  if (state === 'failed')
    return (
      <span className="sign-on-state" data-tone="berry">
        <CircleX className="icon icon-small" aria-hidden="true" />
        The test failed
      </span>
    );
  return (
    <span className="sign-on-state">
      <CircleCheck className="icon icon-small" aria-hidden="true" />
      Signature, issuer, client, nonce and email domain are correct
    </span>
  );
}
