import { screen } from '@testing-library/react';
import RouteBoundary from '#src/app/shell/RouteBoundary.tsx';
import { createOutboundLog } from '#src/reporting/outboundLog.ts';
import { ReportingProvider } from '#src/reporting/ReportingContext.tsx';
import { show } from '#test/src/support/show.tsx';

let isBroken = true;
const Screen = () => {
  if (isBroken) throw new Error('broken on purpose');
  return <h1>The screen is back</h1>;
};

it('shows the report number of a failed screen, reports it once by its route, and retries', async () => {
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => {});
  const reported: string[] = [];
  const report = (error: unknown, where: string) => {
    reported.push(`${where}: ${(error as Error).message}`);
    return 'c0ffee';
  };
  isBroken = true;
  const { user } = show(
    <ReportingProvider value={{ report, outboundLog: createOutboundLog(() => 0), inspect: null }}>
      <RouteBoundary>
        <Screen />
      </RouteBoundary>
    </ReportingProvider>,
    { client: { at: '/program/abcdefghijklmnop' } },
  );
  expect(screen.getByRole('alert')).toHaveTextContent('c0ffee');
  expect(reported).toEqual(['screen /program/:programId: broken on purpose']);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByRole('heading', { name: 'The screen is back' })).toBeInTheDocument();
  consoleError.mockRestore();
});
