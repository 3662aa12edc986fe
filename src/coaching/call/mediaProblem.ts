import type { CallView } from '#store/coaching/room/roomSlice.ts';

const PROBLEMS: Partial<Record<CallView['mine'], string>> = {
  refused:
    'The browser does not allow camera and microphone. Allow them in the address bar, then reload the page.',
  missing: 'No camera or microphone was found. You can write in the notes and in chat.',
  audio: 'No camera was found. The other person can hear you.',
};

/** The problem with the person's own devices or connection, and what to do. */
export const mediaProblem = ({ mine, ended, quality }: CallView): string | null => {
  if (ended !== null) return `Your ${ended} was disconnected. Plug it in again, or choose another one.`;
  const problem = PROBLEMS[mine];
  if (problem) return problem;
  return quality === 'audio' && mine === 'ready'
    ? 'Your connection is slow. Your video is not being sent now, but the other person still hears you.'
    : null;
};
