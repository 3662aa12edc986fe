import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import type { Step } from '#contract/learning/steps.ts';
import ProgramPage from '#src/programs/program/ProgramPage.tsx';
import { aUser } from '#test/fixtures/people.ts';
import { aProgram, aStep, aTopic, PROGRAM_ID } from '#test/fixtures/programs.ts';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const at = `/api/programs/${PROGRAM_ID}`;
const programWith = (step: Step) => aProgram({ topics: [aTopic({ steps: [step] })] });
const done = { state: 'done', doneAt: '2026-11-20T09:41:00.000Z' } as const;

/** The page with one step. `answers` are the responses to its calls. */
const open = (step: Step, answers: object) =>
  show(
    <Routes>
      <Route path="/program/:programId" element={<ProgramPage />} />
    </Routes>,
    {
      client: {
        user: aUser(),
        at: `/program/${PROGRAM_ID}`,
        answers: { [`GET ${at}`]: () => json(programWith(step)), ...answers } as never,
      },
    },
  );

const file = aStep({
  stepKey: 'file',
  kind: 'file',
  file: { fileName: 'Guide.pdf', size: 1_400_000, video: null },
});
const video = (watched: number) =>
  aStep({
    stepKey: 'talk',
    kind: 'video',
    title: 'Talk',
    state: watched > 0 ? 'started' : 'none',
    file: { fileName: 'talk.mp4', size: 9_000_000, video: { seconds: 245, watched } },
  });
const opened = {
  address: 'http://files.example/talk.mp4',
  captions: 'http://files.example/a.vtt',
  position: 0,
};

it('completes a step by downloading its file', async () => {
  let current: Step = file;
  const clicked: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(this.href);
  });
  const { user } = open(file, {
    [`GET ${at}`]: () => json(programWith(current)),
    [`POST ${at}/steps/file/file/openings`]: () => {
      current = { ...file, ...done };
      return json({ address: 'http://files.example/content.pdf', captions: null, position: 0 });
    },
  });
  expect(await screen.findByText('Guide.pdf, 1.4 MB')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Mark as done' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Download file' }));
  await waitFor(() => expect(clicked).toEqual(['http://files.example/content.pdf']));
  await waitFor(() => expect(screen.queryByText(/is done when you download/)).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Download file' })).toBeInTheDocument();
  expect(screen.getByText('The file is downloaded. This step is done.')).toHaveAttribute('role', 'status');
  click.mockRestore();
});

it('opens a file and a video of a completed topic, and reports nothing', async () => {
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const can = { record: false, open: true };
  const program = aProgram({
    topics: [
      aTopic({
        state: 'completed',
        steps: [
          { ...file, title: 'Guide', can },
          { ...video(0), can },
        ],
      }),
    ],
  });
  const { user, client } = open(file, {
    [`GET ${at}`]: () => json(program),
    [`POST ${at}/steps/file/file/openings`]: () => json(opened),
    [`POST ${at}/steps/talk/file/openings`]: () => json(opened),
  });
  await user.click(await screen.findByRole('button', { name: 'Asking before telling' }));
  await user.click(screen.getByRole('button', { name: 'Guide' }));
  await user.click(screen.getByRole('button', { name: 'Download file' }));
  expect(await screen.findByText('The file is downloaded.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Talk' }));
  await user.click(screen.getByRole('button', { name: 'Play video' }));
  const player = await screen.findByLabelText<HTMLVideoElement>('Talk');
  Object.defineProperty(player, 'played', { value: { length: 1, start: () => 0, end: () => 10 } });
  fireEvent.pause(player);
  expect(client.api.asked(`PUT ${at}/steps/talk/video`)).toBe(0);
  click.mockRestore();
});

it('says why a file was not downloaded', async () => {
  const { user } = open(file, {
    [`POST ${at}/steps/file/file/openings`]: () => problem(503, 'unavailable'),
  });
  await user.click(await screen.findByRole('button', { name: 'Download file' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Not downloaded\./);
});

it('plays a video with captions, and saves the parts that were played', async () => {
  const sent: unknown[] = [];
  const { user } = open(video(0), {
    [`POST ${at}/steps/talk/file/openings`]: () => json(opened),
    [`PUT ${at}/steps/talk/video`]: async (request: Request) => {
      sent.push(await request.json());
      return json(programWith(video(57)));
    },
  });
  expect(await screen.findByText('4 min 5 s, with captions')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Play video' }));
  const player = await screen.findByLabelText<HTMLVideoElement>('Talk');
  expect(player.querySelector('track')).toHaveAttribute('src', opened.captions);
  const parts = [
    [0, 100],
    [205, 245],
  ];
  Object.defineProperty(player, 'played', {
    value: {
      length: parts.length,
      start: (index: number) => parts[index]?.[0],
      end: (index: number) => parts[index]?.[1],
    },
  });
  fireEvent.pause(player);
  await waitFor(() => expect(sent).toEqual([{ watched: parts, position: 0 }]));
  expect(await screen.findByText(/^Watched 57%\. This step is done at 90%\./)).toBeInTheDocument();
  fireEvent.error(player);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The video does not play\./);
  expect(screen.getByRole('button', { name: 'Load the video again' })).toBeInTheDocument();
});
