import { PasskeyList } from '#src/profile/devices/PasskeyList.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useListPasskeysQuery } from '#store/session/passkeysApi.ts';

/** Shown after a new password: passkeys still work, even those that another person added. */
export default function RemainingPasskeys() {
  const { data } = useListPasskeysQuery();
  if (!data || data.data.length === 0) return null;
  return (
    <section className="stack-3 remaining-passkeys" aria-labelledby="remaining-passkeys">
      <h2 className="title-2" id="remaining-passkeys">
        {plural(data.data.length, 'Your passkey still works', 'Your # passkeys still work')}
      </h2>
      <p className="text-2">Remove each passkey that you do not recognise or no longer have.</p>
      <PasskeyList passkeys={data.data} />
    </section>
  );
}
