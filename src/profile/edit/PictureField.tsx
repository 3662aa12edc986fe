import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { Avatar, type AvatarPerson } from '#src/ui/people/Avatar.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useRemoveAvatarMutation, useSaveAvatarMutation } from '#store/profile/profileApi.ts';
import { CropDialog } from './CropDialog.tsx';
import { type Crop, encodeCrop } from './cropPicture.ts';

/** The picture is saved separately from the form. Without a picture, the initials are shown. */
export function PictureField({ person }: { person: AvatarPerson }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);
  const [saveAvatar, { isLoading: isSaving }] = useSaveAvatarMutation();
  const [removeAvatar, { isLoading: isRemoving }] = useRemoveAvatarMutation();
  const file = useRef<HTMLInputElement>(null);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const chosen = input.files?.[0];
    input.value = ''; // allows choosing the same file again
    if (!chosen) return;
    setErrorText(null);
    try {
      setPicture(await createImageBitmap(chosen));
    } catch {
      setErrorText('The browser cannot read this file. Choose a PNG, JPEG or WebP picture.');
    }
  };
  const use = async (crop: Crop) => {
    if (!picture) return;
    setErrorText(null);
    const encoded = await encodeCrop(picture, crop);
    if (!encoded) return setErrorText('The picture could not be processed. Choose another one.');
    const saved = await saveAvatar(encoded);
    if (saved.error) return setErrorText(`The picture was not saved. ${problemOf(saved.error).message}`);
    setPicture(null);
  };
  const remove = async () => {
    setErrorText(null);
    const removed = await removeAvatar();
    if (removed.error) setErrorText(`The picture was not removed. ${problemOf(removed.error).message}`);
  };
  return (
    <div className="row picture">
      <Avatar person={person} size="large" />
      <div>
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          aria-label="Picture file"
          onChange={(event) => void choose(event)}
        />
        <div className="row row-wrap">
          <Button small onClick={() => file.current?.click()}>
            Choose picture
          </Button>
          {person.userAvatar && (
            <Button variant="plain" small busy={isRemoving} onClick={() => void remove()}>
              Remove picture
            </Button>
          )}
        </div>
        <p className="small text-3 picture-help">
          You can crop the picture to a square. Without a picture, your initials are shown.
        </p>
        {errorText && !picture && (
          <p className="field-error" role="alert">
            {errorText}
          </p>
        )}
      </div>
      {picture && (
        <CropDialog
          picture={picture}
          isSaving={isSaving}
          errorText={errorText}
          onUse={(crop) => void use(crop)}
          onClose={() => setPicture(null)}
        />
      )}
    </div>
  );
}
