import { type ChangeEvent, useRef, useState } from 'react';
import { Avatar, type AvatarPerson } from '#src/ui/Avatar.tsx';
import { Button } from '#src/ui/Button.tsx';
import { problemOf } from '#store/api/problemOf.ts';
import { useRemoveAvatarMutation, useSaveAvatarMutation } from '#store/profile/profileApi.ts';
import { CropDialog } from './CropDialog.tsx';
import { type Crop, encodeCrop } from './cropPicture.ts';

/** The picture is saved by itself, at once; without one there are the initials. */
export function PictureField({ person }: { person: AvatarPerson }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [saveAvatar, { isLoading: isSaving }] = useSaveAvatarMutation();
  const [removeAvatar, { isLoading: isRemoving }] = useRemoveAvatarMutation();
  const file = useRef<HTMLInputElement>(null);

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const chosen = input.files?.[0];
    input.value = ''; // the same file can be chosen again
    if (!chosen) return;
    setTrouble(null);
    try {
      setPicture(await createImageBitmap(chosen));
    } catch {
      setTrouble('This file is no picture that the browser can read. Take a PNG, JPEG or WebP.');
    }
  };
  const use = async (crop: Crop) => {
    if (!picture) return;
    setTrouble(null);
    const encoded = await encodeCrop(picture, crop);
    if (!encoded) return setTrouble('The browser could not write the picture. Try another one.');
    const saved = await saveAvatar(encoded);
    if (saved.error) return setTrouble(`Not saved. ${problemOf(saved.error).message}`);
    setPicture(null);
  };
  const remove = async () => {
    setTrouble(null);
    const removed = await removeAvatar();
    if (removed.error) setTrouble(`Not removed. ${problemOf(removed.error).message}`);
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
            Choose a picture
          </Button>
          {person.userAvatar && (
            <Button look="plain" small busy={isRemoving} onClick={() => void remove()}>
              Remove
            </Button>
          )}
        </div>
        <p className="small text-3 picture-help">
          You choose the square that is kept. Leave it out and your initials stand in.
        </p>
        {trouble && !picture && (
          <p className="field-error" role="alert">
            {trouble}
          </p>
        )}
      </div>
      {picture && (
        <CropDialog
          picture={picture}
          isSaving={isSaving}
          trouble={trouble}
          onUse={(crop) => void use(crop)}
          onClose={() => setPicture(null)}
        />
      )}
    </div>
  );
}
