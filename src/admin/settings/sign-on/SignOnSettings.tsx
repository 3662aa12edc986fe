import type { SignOnSettings as Settings } from '#contract/administration/signOn.ts';
import { SettingsFrame } from '#src/admin/settings/SettingsForm.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { useGetSignOnQuery } from '#store/admin/signOnApi.ts';
import { Domains } from './Domains.tsx';
import { Groups } from './Groups.tsx';
import { Modes } from './Modes.tsx';
import { Provider } from './Provider.tsx';
import './signOn.css';
import { SignOnConflict } from './SignOnConflict.tsx';
import { TestSignIn } from './TestSignIn.tsx';
import { useSignOnForm } from './useSignOnForm.ts';

/** Single sign-on: the identity provider, the domains, the test, and who signs in with it (decision 0055). */
export default function SignOnSettings() {
  const query = useGetSignOnQuery();
  return (
    <QueryContent
      query={query}
      title="Sign-on"
      failure="The sign-on settings did not load"
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={4} />
        </>
      }
    >
      {(settings) => <Form settings={settings} />}
    </QueryContent>
  );
}

/** The client secret is not part of the draft. */
const leavingWithSecret = (count: number) =>
  count === 1
    ? { message: 'The client secret is not saved yet.', hasDraft: false }
    : {
        message:
          'Your changes to the settings are not saved yet. If you leave, you have to enter the client secret again.',
        hasDraft: true,
      };

function Form({ settings }: { settings: Settings }) {
  const form = useSignOnForm(settings);
  return (
    <SettingsFrame
      title="Sign-on"
      lede="Let people sign in with your identity provider (OpenID Connect)."
      verb="Save sign-on"
      count={form.count}
      conflict={form.conflict && <SignOnConflict form={form} settings={settings} conflict={form.conflict} />}
      {...(form.secret && { leaving: leavingWithSecret(form.count) })}
      form={form}
    >
      <Provider form={form} settings={settings} />
      <Domains domains={settings.domains} />
      <TestSignIn form={form} settings={settings} />
      <Modes form={form} settings={settings} />
      <Groups form={form} />
    </SettingsFrame>
  );
}
