import { Node } from '@tiptap/react';
import { isImageId } from '#contract/learning/richText.ts';
import { imageAddress } from '#src/programs/steps/RichTextView.tsx';

/** An uploaded image in a text. Pasted images from other sites are left out. */
export const imageNode = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  addAttributes: () => ({ imageId: { default: '' }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[data-image-id]',
      getAttrs: (image) => {
        const { imageId = '' } = image.dataset;
        const alt = image.getAttribute('alt') ?? '';
        return isImageId(imageId) && alt !== '' ? { imageId, alt } : false;
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'img',
    {
      'data-image-id': String(attrs.imageId),
      src: imageAddress(String(attrs.imageId)),
      alt: String(attrs.alt),
    },
  ],
});
