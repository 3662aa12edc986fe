import { screen } from '@testing-library/react';
import { useState } from 'react';
import type { Package } from '#contract/learning/packages.ts';
import { UploadField } from '#src/content/topic/upload/UploadField.tsx';
import { show } from '#test/src/support/show.tsx';
import { json, problem } from '#test/support/fakeApi.ts';

const OLD = 'a'.repeat(16);
const NEW = 'b'.repeat(16);
const stored: Package = {
  packageId: OLD,
  purpose: 'file',
  state: 'ready',
  fileName: 'old.pdf',
  size: 3,
  received: 3,
  problem: null,
  seconds: null,
  report: null,
  blockedHosts: [],
  refusedLength: null,
  uploadedAt: '2026-11-20T09:41:00.000Z',
};

/** Another author has replaced the file. */
function FileOfStep() {
  const [packageId, setPackageId] = useState(OLD);
  return (
    <>
      <UploadField id="file" purpose="file" packageId={packageId} error={null} onChange={() => {}} />
      <button type="button" onClick={() => setPackageId(NEW)}>
        Load the changes
      </button>
    </>
  );
}

it('does not show an earlier file if the one that replaced it did not load', async () => {
  const { user } = show(<FileOfStep />, {
    client: {
      answers: {
        [`GET /api/packages/${OLD}`]: () => json(stored),
        [`GET /api/packages/${NEW}`]: () => problem(500, 'internal'),
      },
    },
  });
  expect(await screen.findByText('old.pdf')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Load the changes' }));
  expect(await screen.findByText(/^The file did not load/)).toBeInTheDocument();
  expect(screen.queryByText('old.pdf')).toBeNull();
});
