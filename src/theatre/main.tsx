import { createRoot } from 'react-dom/client';
import { SIDES, type Side } from '#store/devtools/timeline.ts';
import '#src/ui/theme/theme.css';
import { createTheatre } from './createTheatre.ts';
import { createTour } from './createTour.ts';
import { Theatre } from './Theatre.tsx';

/** The page of `npm run theatre` (decision 0152). It is not part of the application. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const showScheme = () => {
  document.documentElement.dataset.colorScheme = dark.matches ? 'dark' : 'light';
};
showScheme();
dark.addEventListener('change', showScheme);

const frameOf = (side: Side) => () =>
  document.querySelector<HTMLIFrameElement>(`#${side}`)?.contentWindow ?? null;
const theatre = createTheatre(window, { learner: frameOf('learner'), manager: frameOf('manager') });
const tour = createTour({
  theatre,
  speed: Number(new URLSearchParams(location.search).get('speed') ?? 1),
  async makeFault(side, fault) {
    const answer = await fetch(`/fault?side=${side}&fault=${fault}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`The fault could not be simulated (status ${answer.status}).`);
  },
});
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
createRoot(root).render(<Theatre theatre={theatre} tour={tour} sides={SIDES} />);
