import { ChevronDown, CircleCheck, FileSpreadsheet, History, Minus } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import {
  type ImportField,
  importFields,
  type PeopleImport,
  requiredImportFields,
} from '#contract/administration/import.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { QueryContent } from '#src/ui/feedback/QueryContent.tsx';
import { SkeletonHeader, SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { formatList } from '#src/ui/text/formatList.ts';
import { formatNumber } from '#src/ui/text/locale.ts';
import { plural } from '#src/ui/text/plural.ts';
import { useCheckImportMutation } from '#store/admin/peopleImportApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { fieldLabels } from './fieldLabels.ts';
import { ImportFoot, ImportFrame } from './ImportFrame.tsx';
import { ImportMissing } from './ImportMissing.tsx';
import { checkPath, runPath, UPLOAD_PATH } from './importPaths.ts';
import { useImport } from './useImport.ts';

const delimiterNames: Record<string, string> = { ';': 'semicolons', ',': 'commas', '\t': 'tabs' };

/** Step 2: assigning a field to each column. */
export default function ImportColumns() {
  const query = useImport();
  return (
    <QueryContent
      query={query}
      title="Match columns"
      failure="The import did not load"
      missing={<ImportMissing />}
      skeleton={
        <>
          <SkeletonHeader />
          <SkeletonRows count={6} />
        </>
      }
    >
      {(one) => <Columns key={one.importId} one={one} />}
    </QueryContent>
  );
}

function Columns({ one }: { one: PeopleImport }) {
  const navigate = useNavigate();
  const [check, checking] = useCheckImportMutation();
  const [fields, setFields] = useState<(ImportField | null)[]>(() => one.columns.map(({ field }) => field));
  const [createsDepartments, setCreates] = useState(one.createsDepartments);
  const missing = requiredImportFields.filter((field) => !fields.includes(field));
  const missingText =
    missing.length > 0
      ? `Choose a column for ${formatList(missing.map((field) => fieldLabels[field].toLowerCase()))}.`
      : null;
  const remembered = one.columns.filter(({ isRemembered }) => isRemembered).length;
  const isOver = !['uploaded', 'checking', 'checked', 'cancelled', 'failed'].includes(one.state);

  const choose = (index: number, field: ImportField | null) => {
    forgetFailures(checking);
    // A field can have only one column: choosing it for another column moves it.
    setFields((before) => before.map((old, at) => (at === index ? field : old === field ? null : old)));
  };
  const submit = async () => {
    const { data } = await check({ importId: one.importId, mapping: fields, createsDepartments });
    if (data) void navigate(checkPath(one.importId));
  };

  return (
    <ImportFrame
      title="Match columns"
      lede="Choose the Trellis field for each column of your file."
      step={2}
      links={{
        1: UPLOAD_PATH,
        ...(one.found && { 3: checkPath(one.importId) }),
        ...(one.startedAt && { 4: runPath(one.importId) }),
      }}
    >
      <div className="card import-current">
        <FileSpreadsheet className="icon" aria-hidden="true" />
        <div className="grow">
          <p className="strong">{one.fileName}</p>
          <p className="small text-2 figures">
            {plural(one.rows, '# row', '# rows')}, {plural(one.columns.length, '# column', '# columns')},{' '}
            {formatNumber(Math.ceil(one.fileBytes / 1000))} kB. Separated by{' '}
            {delimiterNames[one.delimiter] ?? one.delimiter}, {one.encoding}.
          </p>
        </div>
        <Link className={buttonClass('outlined')} to={UPLOAD_PATH}>
          Replace file
        </Link>
      </div>
      {remembered > 0 && (
        <div className="note">
          <History className="icon" aria-hidden="true" />
          <p>
            {remembered === one.columns.length
              ? 'All columns are matched as in your last import.'
              : `${formatNumber(remembered)} of ${formatNumber(one.columns.length)} columns are matched as in your last import.`}
          </p>
        </div>
      )}
      {checking.error && (
        <ErrorSummary>
          <p className="strong">The file was not checked</p>
          <p>
            <ProblemText message={problemOf(checking.error).message} />
          </p>
        </ErrorSummary>
      )}
      <Table
        caption="Columns of the file and their fields in Trellis"
        className="import-columns"
        columns={[
          { name: 'Column in your file' },
          { name: 'First values' },
          { name: 'Field in Trellis' },
          { name: 'State' },
        ]}
      >
        <TableBody>
          {one.columns.map(({ name, samples }, index) => (
            <TableRow key={index} head={name || `Column ${index + 1}`}>
              <TableCell label="First values" className="small import-samples">
                {samples.length === 0 ? 'Empty' : samples.join(' · ')}
              </TableCell>
              <TableCell className="import-field">
                <FieldSelect
                  column={name || `Column ${index + 1}`}
                  field={fields[index] ?? null}
                  onChange={(field) => choose(index, field)}
                />
              </TableCell>
              <TableCell>
                <State field={fields[index] ?? null} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <section className="import-part" aria-label="Rules for this import">
        <h2 className="title-3">Rules for this import</h2>
        <div className="import-rules">
          <SelectField
            label="Departments that do not exist yet"
            value={createsDepartments ? 'create' : 'refuse'}
            onChange={(value) => {
              setCreates(value === 'create');
              forgetFailures(checking);
            }}
            options={[
              { value: 'create', label: 'Create them' },
              { value: 'refuse', label: 'Report the row as an error' },
            ]}
          />
          <p className="small text-2">
            People who are not in the file stay as they are, and an empty cell leaves a value as it is. Write
            a department below another one as a path, such as Sales / EMEA.
          </p>
        </div>
      </section>
      <ImportFoot note={missingText ?? 'Nothing changes until you have seen the result of the check.'}>
        <Link className={buttonClass('outlined')} to={UPLOAD_PATH}>
          Back
        </Link>
        <Button
          variant="primary"
          busy={checking.isLoading}
          missing={isOver ? 'This import has started. Its columns cannot be changed.' : missingText}
          aria-describedby={isOver ? undefined : 'import-note'}
          onClick={() => void submit()}
        >
          {plural(one.rows, 'Check # row', 'Check # rows')}
        </Button>
      </ImportFoot>
    </ImportFrame>
  );
}

interface FieldSelectProps {
  column: string;
  field: ImportField | null;
  onChange: (field: ImportField | null) => void;
}

function FieldSelect({ column, field, onChange }: FieldSelectProps) {
  const id = useId();
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Field for {column}
      </label>
      <div className="select">
        <select
          id={id}
          className="input"
          value={field ?? ''}
          onChange={(event) =>
            onChange(importFields.find((one) => one === event.currentTarget.value) ?? null)
          }
        >
          <option value="">Do not import</option>
          {importFields.map((one) => (
            <option key={one} value={one}>
              {fieldLabels[one]}
            </option>
          ))}
        </select>
        <ChevronDown className="icon icon-small" aria-hidden="true" />
      </div>
    </>
  );
}

function State({ field }: { field: ImportField | null }) {
  const isRequired = requiredImportFields.some((one) => one === field);
  const Icon = field ? CircleCheck : Minus;
  return (
    <span className="import-state" data-done={field !== null || undefined}>
      <Icon className="icon icon-small" aria-hidden="true" />
      {field === null ? 'Left out' : isRequired ? 'Matched, required' : 'Matched'}
    </span>
  );
}
