import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/controls/Button.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { type Crop, drawCrop } from './cropPicture.ts';

const PREVIEW_PX = 240;
const sliders: readonly { name: keyof Crop; label: string; min: number; max: number }[] = [
  { name: 'zoom', label: 'Zoom', min: 1, max: 4 },
  { name: 'x', label: 'Horizontal position', min: 0, max: 1 },
  { name: 'y', label: 'Vertical position', min: 0, max: 1 },
];
const within = (value: number) => Math.min(Math.max(value, 0), 1);

interface CropDialogProps {
  picture: ImageBitmap;
  isSaving: boolean;
  errorText: string | null;
  onUse: (crop: Crop) => void;
  onClose: () => void;
}

/** Crops the picture to a square, by dragging or with sliders. */
export function CropDialog({ picture, isSaving, errorText, onUse, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const drag = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    const share = {
      x: event.movementX / (PREVIEW_PX * crop.zoom),
      y: event.movementY / (PREVIEW_PX * crop.zoom),
    };
    setCrop((now) => ({ ...now, x: within(now.x - share.x), y: within(now.y - share.y) }));
  };
  return (
    <Dialog title="Crop your picture" onClose={onClose}>
      <div className="stack-4">
        <canvas
          ref={canvas}
          className="crop"
          width={PREVIEW_PX * 2}
          height={PREVIEW_PX * 2}
          role="img"
          aria-label="Preview of your picture"
          onPointerMove={drag}
        />
        {sliders.map(({ name, label, min, max }) => (
          <Field key={name} label={label}>
            {(control) => (
              <input
                {...control}
                type="range"
                min={min}
                max={max}
                step={0.01}
                value={crop[name]}
                onChange={(event) => setCrop({ ...crop, [name]: event.currentTarget.valueAsNumber })}
              />
            )}
          </Field>
        ))}
        {errorText && (
          <p className="field-error" role="alert">
            {errorText}
          </p>
        )}
        <div className="row row-wrap dialog-end">
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={isSaving} onClick={() => onUse(crop)}>
            Save picture
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
