import { lazyPart } from '#src/ui/feedback/lazyPart.tsx';
import { Drawing } from './ErrorIllustration.tsx';

/**
 * A small illustration for an empty state. It adds no information to the text next to it, so its code is loaded when it is
 * shown. Until then its place is empty.
 */
export const Illustration = lazyPart(
  () => import('./Drawings.tsx'),
  () => <Drawing>{null}</Drawing>,
);
