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
