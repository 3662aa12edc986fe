import { ImageOff } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { AVATAR_MAX_BYTES } from '#contract/limits.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { useRemoveLogoMutation, useSaveLogoMutation } from '#store/admin/settingsApi.ts';
import { problemOf } from '#store/api/problemOf.ts';

/** The logo is saved as soon as it is chosen, separately from the form. */
export function LogoField({ logo }: { logo: string | null }) {
  const file = useRef<HTMLInputElement>(null);
  const [save, { isLoading: isSaving }] = useSaveLogoMutation();
  const [remove, { isLoading: isRemoving }] = useRemoveLogoMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const chosen = input.files?.[0];
    input.value = ''; // allows choosing the same file again
    if (!chosen) return;
    if (chosen.size > AVATAR_MAX_BYTES)
      return setFailure('The file is larger than 2 MB. Choose a smaller one.');
    setFailure(null);
    const { error } = await save(chosen);
    if (error) setFailure(`The logo was not saved. ${problemOf(error).message}`);
  };
  const end = async () => {
    setFailure(null);
    const { error } = await remove();
    if (error) setFailure(`The logo was not removed. ${problemOf(error).message}`);
  };
  return (
    <div className="row settings-logo">
      {logo ? (
        <img className="settings-logo-picture" src={logo} alt="Logo of your organisation" />
      ) : (
        <span className="settings-logo-picture">
          <ImageOff className="icon" aria-hidden="true" />
        </span>
      )}
      <div>
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label="Logo file"
          onChange={(event) => void choose(event)}
        />
        <div className="row row-wrap">
          <Button small busy={isSaving} onClick={() => file.current?.click()}>
            {logo ? 'Replace logo' : 'Choose logo'}
          </Button>
          {logo && (
            <Button variant="plain" small busy={isRemoving} onClick={() => void end()}>
              Remove logo
            </Button>
          )}
        </div>
        <p className="small text-3">
          PNG, JPEG or WebP, up to 2 MB. A square picture works best. It is saved immediately.
        </p>
        {failure && (
          <p className="field-error" role="alert">
            {failure}
          </p>
        )}
      </div>
    </div>
  );
}
