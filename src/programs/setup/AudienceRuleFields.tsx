import { type AudienceRule, audienceRoles } from '#contract/learning/programSetup.ts';
import type { Participant } from '#contract/people.ts';
import { TextField } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { CandidateField } from './CandidateField.tsx';
import { fieldId, roleLabels } from './wizardTexts.ts';

const NO_CONDITION: AudienceRule = { role: null, joinedSince: null, managerId: null };

interface AudienceRuleFieldsProps {
  programId: string;
  rule: AudienceRule | null;
  known: readonly Participant[];
  /** People can be chosen by name too. */
  hasNames: boolean;
  onChange: (rule: AudienceRule | null) => void;
}

/** Conditions that narrow the audience to some people in the organisation or the departments. */
export function AudienceRuleFields({ programId, rule, known, hasNames, onChange }: AudienceRuleFieldsProps) {
  const { role, joinedSince, managerId } = rule ?? NO_CONDITION;
  const set = (change: Partial<AudienceRule>) => {
    const next = { ...(rule ?? NO_CONDITION), ...change };
    onChange(Object.values(next).every((value) => value === null) ? null : next);
  };
  return (
    <fieldset className="stack-3" id={fieldId('audienceRule')} tabIndex={-1}>
      <legend className="label">Only people who match all of these</legend>
      {hasNames && <p className="small text-2">People that you choose by name are invited in any case.</p>}
      <div className="wizard-pair">
        <SelectField
          label="Direct reports"
          options={(['', ...audienceRoles] as const).map((value) => ({ value, label: roleLabels[value] }))}
          value={role ?? ''}
          onChange={(value) => set({ role: audienceRoles.find((one) => one === value) ?? null })}
        />
        <TextField
          label="Joined on or after (optional)"
          type="date"
          value={joinedSince ?? ''}
          onChange={(value) => set({ joinedSince: value === '' ? null : value })}
        />
      </div>
      <CandidateField
        programId={programId}
        label="In the reporting line of (optional)"
        listLabel="Reporting line of"
        help="Everyone below this person, at every level."
        chosen={managerId === null ? [] : [managerId]}
        known={known}
        onChange={(userIds) => set({ managerId: userIds.at(-1) ?? null })}
      />
    </fieldset>
  );
}
