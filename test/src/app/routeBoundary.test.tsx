import { act, screen } from '@testing-library/react';
import RouteBoundary from '#src/app/shell/RouteBoundary.tsx';
import { createOutboundLog } from '#src/reporting/outboundLog.ts';
import { type Reporting, ReportingProvider } from '#src/reporting/ReportingContext.tsx';
import { show } from '#test/src/support/show.tsx';

const reportingTo = (report: Reporting['report']): Reporting => ({
  report,
  outboundLog: createOutboundLog(() => 0),
  inspect: null,
  diagnostics: async () => 'the trace',
});
let isBroken = true;
const Screen = () => {
  if (isBroken) throw new Error('broken on purpose');
  return <h1>The screen is back</h1>;
};

it('shows the report id of a failed screen, reports the error once by its route, and retries', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  const reported: string[] = [];
  const report = async (error: unknown, where: string) => {
    reported.push(`${where}: ${(error as Error).message}`);
    return 'c0ffee';
  };
  isBroken = true;
  const { user } = show(
    <ReportingProvider value={reportingTo(report)}>
      <RouteBoundary>
        <Screen />
      </RouteBoundary>
    </ReportingProvider>,
    { client: { at: '/program/abcdefghijklmnop' } },
  );
  expect(await screen.findByText('c0ffee')).toBeInTheDocument();
  expect(reported).toEqual(['screen /program/:programId: broken on purpose']);
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }));
  expect(await screen.findByRole('status')).toHaveTextContent(
    'Diagnostics copied. They contain nothing you wrote.',
  );
  expect(write).toHaveBeenCalledWith('the trace');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('heading', { name: 'The screen is back' })).toBeInTheDocument();
  consoleError.mockRestore();
});

it('does not mention a report that was not sent', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  let settle = (_reportId: string | null) => {};
  const report = () => new Promise<string | null>((resolve) => (settle = resolve));
  isBroken = true;
  show(
    <ReportingProvider value={reportingTo(report)}>
      <RouteBoundary>
        <Screen />
      </RouteBoundary>
    </ReportingProvider>,
  );
  expect(await screen.findByRole('alert')).not.toHaveTextContent('reported');
  await act(async () => settle(null));
  expect(screen.getByRole('alert')).not.toHaveTextContent('reported');
  consoleError.mockRestore();
});

it('offers to reload if the server no longer has the code of a screen', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  const Missing = () => {
    throw Object.assign(new Error('Loading chunk 12 failed'), {
      name: 'ChunkLoadError',
      request: 'http://localhost/assets/12.0123abcd.js',
    });
  };
  const before = globalThis.fetch;
  const asked: string[] = [];
  globalThis.fetch = (url, init) => {
    asked.push(`${init?.method} ${url as string}`);
    return Promise.resolve({ status: 404 } as Response);
  };
  show(
    <ReportingProvider value={reportingTo(async () => 'not reported')}>
      <RouteBoundary>
        <Missing />
      </RouteBoundary>
    </ReportingProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'A new version is available' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  expect(screen.queryByText('not reported')).not.toBeInTheDocument();
  expect(asked).toEqual(['HEAD http://localhost/assets/12.0123abcd.js']);
  globalThis.fetch = before;
  consoleError.mockRestore();
});
