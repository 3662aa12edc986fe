import { type FormEvent, useId, useState } from 'react';
import { ALT_MAX_LENGTH } from '#contract/learning/richText.ts';
import { UploadField } from '#src/content/topic/upload/UploadField.tsx';
import { focusInvalid } from '#src/forms/focusInvalid.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { TextField } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useGetPackageQuery } from '#store/programs/packagesApi.ts';

export interface TextImage {
  imageId: string;
  alt: string;
}
interface ImageDialogProps {
  /** Null for a new image. */
  image: TextImage | null;
  onSave: (image: TextImage) => void;
  onClose: () => void;
}

/** Uploads an image, and asks for the text that replaces it for those who do not see it. */
export function ImageDialog({ image, onSave, onClose }: ImageDialogProps) {
  const id = useId();
  const [imageId, setImageId] = useState(image?.imageId ?? null);
  const [alt, setAlt] = useState(image?.alt ?? '');
  const [errors, setErrors] = useState<{ image?: string; alt?: string }>({});
  const { data } = useGetPackageQuery({ packageId: imageId ?? '' }, { skip: imageId === null });
  const isReady = imageId !== null && (imageId === image?.imageId || data?.state === 'ready');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog is inside a form of the page, so the event must not submit that form too.
    event.stopPropagation();
    const found = {
      ...(!isReady && { image: imageId === null ? 'Upload an image' : 'Wait until the image is checked' }),
      ...(alt.trim() === '' && { alt: 'Enter an alternative text' }),
    };
    setErrors(found);
    if (isReady && alt.trim() !== '') onSave({ imageId, alt: alt.trim() });
  };
  return (
    <Dialog title={image ? 'Change image' : 'Add image'} onClose={onClose}>
      <form ref={focusInvalid} className="stack-4" noValidate onSubmit={submit}>
        <UploadField
          purpose="image"
          packageId={imageId}
          id={id}
          error={isReady ? null : (errors.image ?? null)}
          onChange={(next) => {
            setImageId(next);
            setErrors(({ image: _corrected, ...others }) => others);
          }}
        />
        <TextField
          label="Alternative text"
          help="What the image shows, for people who do not see it."
          maxLength={ALT_MAX_LENGTH}
          value={alt}
          error={errors.alt ?? null}
          onChange={(next) => {
            setAlt(next);
            setErrors(({ alt: _corrected, ...others }) => others);
          }}
        />
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit">
            {image ? 'Save image' : 'Insert image'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
