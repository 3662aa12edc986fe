import { FileSpreadsheet, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { IMPORT_MAX_BYTES, type PeopleImport } from '#contract/administration/import.ts';
import { forgetFailures } from '#src/forms/forgetFailures.ts';
import { Button, buttonClass } from '#src/ui/controls/Button.tsx';
import { Table, TableBody, TableCell, TableRow } from '#src/ui/display/Table.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useUploadImportMutation } from '#store/admin/peopleImportApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { ImportFoot, ImportFrame } from './ImportFrame.tsx';
import { columnsPath, currentPath, isWorking } from './importPaths.ts';
import { type Preview, previewFile } from './previewFile.ts';
import { useCurrentImport } from './useCurrentImport.ts';

/** Step 1: choosing a file. An import that is running or not finished can be continued. */
export default function ImportUpload() {
  const navigate = useNavigate();
  const current = useCurrentImport();
  const [upload, uploading] = useUploadImportMutation();
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const tooLarge = file !== null && file.size > IMPORT_MAX_BYTES;
  const isRunning = current !== null && isWorking(current.state);

  const missing = isRunning
    ? 'An import is running. Wait until it has finished.'
    : tooLarge
      ? 'The file is larger than 20 MB. Choose a smaller one.'
      : file
        ? null
        : 'Choose a CSV file first.';

  const choose = async (chosen: File | null | undefined) => {
    if (!chosen) return;
    forgetFailures(uploading);
    setFile(chosen);
    setPreview(null);
    if (chosen.size <= IMPORT_MAX_BYTES) setPreview(await previewFile(chosen));
  };
  const send = async () => {
    if (!file) return;
    const { data } = await upload(file);
    if (data) void navigate(columnsPath(data.importId));
  };

  return (
    <ImportFrame
      title="Import people"
      lede="Add and update people from a CSV file. Nothing changes until you have seen the result of the check."
      step={1}
      links={current ? { 2: columnsPath(current.importId) } : {}}
    >
      {current && <Continue current={current} />}
      {uploading.error && (
        <ErrorSummary>
          <p className="strong">The file was not uploaded</p>
          <p>
            <ProblemText message={problemOf(uploading.error).message} />
          </p>
        </ErrorSummary>
      )}
      {tooLarge && (
        <ErrorSummary>
          <p className="strong">The file is larger than 20 MB</p>
          <p>Divide it into several files, or remove columns that you do not need.</p>
        </ErrorSummary>
      )}
      <label className="card import-drop">
        <Upload className="icon" aria-hidden="true" />
        <span className="strong">{file ? file.name : 'Choose a CSV file, or drop it here'}</span>
        <span className="small text-2">
          The first row names the columns. Semicolons, commas or tabs; at most 20 MB.
        </span>
        <input
          type="file"
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
      </label>
      {preview && <FirstRows preview={preview} />}
      <ImportFoot note="Required columns: email, first name and last name.">
        <Link className={buttonClass('outlined')} to="/admin/people">
          Cancel
        </Link>
        <Button variant="primary" busy={uploading.isLoading} missing={missing} onClick={() => void send()}>
          Upload file
        </Button>
      </ImportFoot>
    </ImportFrame>
  );
}

function Continue({ current }: { current: PeopleImport }) {
  const texts: Partial<Record<PeopleImport['state'], [string, string]>> = {
    uploaded: ['Uploaded.', 'Match its columns'],
    checking: ['The check is running.', 'Show the check'],
    checked: [
      current.startedAt ? 'Checked again, not continued yet.' : 'Checked, not imported yet.',
      'Show the check',
    ],
    applying: ['The import is running.', 'Show progress'],
    reverting: ['The revert is running.', 'Show progress'],
    cancelled: ['The import was cancelled.', 'Show the result'],
    failed: ['The import failed.', 'Show the result'],
  };
  const text = texts[current.state];
  if (!text) return null;
  return (
    <div className="card import-current">
      <FileSpreadsheet className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="strong">{current.fileName}</p>
        <p className="small text-2">{`${plural(current.rows, '# row', '# rows')}. ${text[0]}`}</p>
      </div>
      <Link className={buttonClass('outlined')} to={currentPath(current)}>
        {text[1]}
      </Link>
    </div>
  );
}

/** Only this number of columns fits side by side. */
const SHOWN_COLUMNS = 6;

function FirstRows({ preview: { header: all, rows } }: { preview: Preview }) {
  const header = all.slice(0, SHOWN_COLUMNS);
  const more = all.length - header.length;
  return (
    <section className="import-part" aria-label="First rows of the file">
      <h2 className="title-3">First rows</h2>
      <Table
        caption="First rows of the file"
        columns={header.map((name, index) => ({ name: name || `Column ${index + 1}` }))}
      >
        <TableBody>
          {rows.map((cells, at) => (
            <TableRow key={at} head={cells[0]}>
              {header.slice(1).map((name, index) => (
                <TableCell key={index} label={name}>
                  {cells[index + 1]}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {more > 0 && (
        <p className="small text-2">{plural(more, 'And # more column.', 'And # more columns.')}</p>
      )}
    </section>
  );
}
