import { screen } from '@testing-library/react';
import RouteBoundary from '#src/app/shell/RouteBoundary.tsx';
import { createDepartures } from '#src/reporting/departures.ts';
import { ReportingProvider } from '#src/reporting/ReportingContext.tsx';
import { show } from '../support/show.tsx';

let isBroken = true;
const Screen = () => {
  if (isBroken) throw new Error('broken on purpose');
  return <h1>It is there</h1>;
};

it('says that a screen broke and under which number, reports it once by its route, and tries it again', async () => {
  const quiet = jest.spyOn(console, 'error').mockImplementation(() => {});
  const reported: string[] = [];
  const report = (error: unknown, where: string) => {
    reported.push(`${where}: ${(error as Error).message}`);
    return 'c0ffee';
  };
  isBroken = true;
  const { user } = show(
    <ReportingProvider value={{ report, departures: createDepartures(() => 0), inspect: null }}>
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
  expect(screen.getByRole('heading', { name: 'It is there' })).toBeInTheDocument();
  quiet.mockRestore();
});
