import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { DueFields } from './DueFields.tsx';
import type { ProgramForm } from './useProgramDocument.ts';
import { confirmationLabels, fieldId } from './wizardTexts.ts';

const confirmations = ['self', 'coach', 'manager'] as const;

/** The due date, and who confirms and sees what. */
export function RulesStep({ form: { doc, change } }: { form: ProgramForm }) {
  return (
    <div className="stack-6">
      <section className="stack-4">
        <h2 className="title-2">Due date</h2>
        <DueFields due={doc.due} onChange={(due) => change({ ...doc, due })} />
        <p className="small text-3">
          Learners can continue after the due date. It determines the order of items on their home page.
        </p>
      </section>
      <section className="stack-4">
        <h2 className="title-2">Completed topics</h2>
        <SelectField
          label="Confirmation"
          id={fieldId('confirmation')}
          help={
            doc.confirmation === 'self'
              ? 'A completed topic counts immediately.'
              : 'Without an answer, a completion is confirmed after 7 days, so that no one is blocked.'
          }
          options={confirmations.map((value) => ({ value, label: confirmationLabels[value] }))}
          value={doc.confirmation}
          onChange={(value) => {
            const confirmation = confirmations.find((one) => one === value);
            if (confirmation) change({ ...doc, confirmation });
          }}
        />
        <label className="row">
          <input
            type="checkbox"
            className="checkbox"
            checked={doc.managerVisible}
            onChange={(event) => change({ ...doc, managerVisible: event.currentTarget.checked })}
          />
          Managers see progress and completed topics
        </label>
        <p className="small text-3">
          No one sees reflections, challenge answers, reasons or if-then plans of learners. Learners read this
          before they accept.
        </p>
      </section>
    </div>
  );
}
