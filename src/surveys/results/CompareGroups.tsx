import type { Cell, QuestionResult } from '#contract/surveys/results.ts';
import type { SurveyMode } from '#contract/surveys/surveyStates.ts';
import { hiddenText, isScale } from '#src/surveys/surveyTexts.ts';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { oneDecimal, rangeText } from './changes.ts';

/** A region that scrolls must be reachable by keyboard. The linters report a literal attribute. */
const scrollable = { tabIndex: 0 } as const;
const EVERYBODY = 'Everybody';

interface CompareGroupsProps {
  questions: readonly QuestionResult[];
  mode: SurveyMode;
}

/** The means of all departments side by side. Intervals that overlap are called about the same. */
export function CompareGroups({ questions, mode }: CompareGroupsProps) {
  const rows = questions
    .filter(({ type }) => isScale(type))
    .flatMap(({ key, text, items }) =>
      items.map((item) => ({
        key: `${key}${item.text ?? ''}`,
        title: item.text === null ? text : `${text} ${item.text}`,
        ...item,
      })),
    );
  const groups = rows[0]?.departments.map(({ name }) => name) ?? [];
  if (rows.length === 0 || groups.length < 2) return null;
  const isShown = rows.some(({ departments }) => departments.some(({ cell }) => cell.kind === 'figures'));
  if (!isShown)
    return (
      <section className="survey-section" aria-labelledby="groups">
        <h2 className="title-2" id="groups">
          Compare groups
        </h2>
        <p className="text-2 survey-none">{`All departments: ${hiddenText(mode).toLowerCase()}`}</p>
      </section>
    );
  return (
    <section className="survey-section" aria-labelledby="groups">
      <h2 className="title-2" id="groups">
        Compare groups
      </h2>
      <section className="groups-scroll" aria-label="Table of groups" {...scrollable}>
        <Table
          caption="Means by department, with 95% intervals"
          className="groups-table figures"
          columns={[
            { name: 'Question' },
            { name: EVERYBODY },
            ...groups.map((name) => ({ name, content: <bdi>{name}</bdi> })),
          ]}
        >
          <TableBody>
            {rows.map(({ key, title, total, departments }) => (
              <TableRow key={key} head={title}>
                <TableCell label={EVERYBODY}>
                  <MeanOf cell={total} mode={mode} />
                </TableCell>
                {departments.map(({ name, cell }) => (
                  <TableCell key={name} label={name} className={`compared-${comparison(cell, total)}`}>
                    <MeanOf cell={cell} mode={mode} />
                    <span className="small text-2">{comparisonTexts[comparison(cell, total)]}</span>
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </section>
      <p className="small text-2 survey-none">
        Means with their 95% intervals. A group is called higher or lower only if its interval does not
        overlap with the interval for everyone.
      </p>
    </section>
  );
}

type Comparison = 'higher' | 'lower' | 'same' | 'none';
const comparisonTexts: Record<Comparison, string> = {
  higher: 'Higher',
  lower: 'Lower',
  same: 'About the same',
  none: '',
};

function comparison(cell: Cell, total: Cell): Comparison {
  const [mean, all] = [cell, total].map((one) => (one.kind === 'figures' ? one.mean : null));
  if (!mean || !all) return 'none';
  if (mean.low > all.high) return 'higher';
  return mean.high < all.low ? 'lower' : 'same';
}

function MeanOf({ cell, mode }: { cell: Cell; mode: SurveyMode }) {
  if (cell.kind !== 'figures') return hiddenText(mode);
  if (!cell.mean) return 'Fewer than 2 answers';
  const { mean } = cell;
  return (
    <>
      {oneDecimal(mean.value)} <span className="small nowrap">{rangeText(mean)}</span>
    </>
  );
}
