import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Field } from '#src/ui/Field.tsx';
import { type Crop, drawCrop } from './cropPicture.ts';

const PREVIEW_PX = 240;
const sliders: readonly { name: keyof Crop; label: string; min: number; max: number }[] = [
  { name: 'zoom', label: 'Nearer', min: 1, max: 4 },
  { name: 'x', label: 'Left to right', min: 0, max: 1 },
  { name: 'y', label: 'Top to bottom', min: 0, max: 1 },
];
const within = (value: number) => Math.min(Math.max(value, 0), 1);

interface CropDialogProps {
  picture: ImageBitmap;
  isSaving: boolean;
  trouble: string | null;
  onUse: (crop: Crop) => void;
  onClose: () => void;
}

/** The square of the picture that is kept: dragged, or set by keyboard with the sliders. */
export function CropDialog({ picture, isSaving, trouble, onUse, onClose }: CropDialogProps) {
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
    <Dialog title="Your picture" onClose={onClose}>
      <div className="stack-4">
        <canvas
          ref={canvas}
          className="crop"
          width={PREVIEW_PX * 2}
          height={PREVIEW_PX * 2}
          role="img"
          aria-label="The part of the picture that is kept"
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
        {trouble && (
          <p className="field-error" role="alert">
            {trouble}
          </p>
        )}
        <div className="row row-wrap dialog-end">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" busy={isSaving} onClick={() => onUse(crop)}>
            Use this picture
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
