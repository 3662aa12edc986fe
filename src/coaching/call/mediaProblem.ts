import type { CallView } from '#store/coaching/room/roomSlice.ts';

const PROBLEMS: Partial<Record<CallView['mine'], string>> = {
  refused:
    'The browser does not allow camera and microphone. Allow them in the address bar, then reload the page.',
  missing: 'No camera or microphone was found. You can write in the notes and in chat.',
  audio: 'No camera was found. The other person can hear you.',
};

/** The problem with the person's own devices, and what to do. */
export const mediaProblem = ({ mine, ended }: CallView): string | null =>
  ended === null
    ? (PROBLEMS[mine] ?? null)
    : `Your ${ended} was disconnected. Plug it in and reload the page.`;
