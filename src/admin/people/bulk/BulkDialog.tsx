import {
  CalendarOff,
  CalendarX2,
  History,
  LogOut,
  type LucideIcon,
  Sprout,
  UserRoundCog,
  UserRoundX,
} from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { BulkAction, BulkPreview, BulkRequest, BulkResult } from '#contract/administration/bulk.ts';
import type { AdminPerson } from '#contract/administration/peopleAdmin.ts';
import { AdminPersonField } from '#src/admin/people/AdminPersonField.tsx';
import { useDepartmentOptions } from '#src/admin/people/useDepartmentOptions.ts';
import { isEqual } from '#src/forms/documentVersions.ts';
import { Button } from '#src/ui/controls/Button.tsx';
import { DangerButton } from '#src/ui/controls/DangerButton.tsx';
import { Field } from '#src/ui/controls/Field.tsx';
import { SelectField } from '#src/ui/controls/SelectField.tsx';
import { ErrorSummary } from '#src/ui/feedback/ErrorSummary.tsx';
import { ProblemText } from '#src/ui/feedback/ProblemText.tsx';
import { SkeletonRows } from '#src/ui/feedback/Skeleton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { plural } from '#src/ui/text/plural.ts';
import { useApplyBulkMutation, usePreviewBulkQuery } from '#store/admin/peopleAdminApi.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { bulkTexts } from './bulkTexts.ts';
import { Exceptions } from './Exceptions.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import './bulk.css';

interface BulkDialogProps {
  action: BulkAction;
  selection: BulkRequest['selection'];
  /** Number of selected people. */
  count: number;
  onClose: () => void;
  onDone: (result: BulkResult) => void;
}

const REASON_MAX_LENGTH = 1_000;
/** The value of “No department” and of an unset manager. */
const NONE = 'none';

/** Previews an action, asks for its options, and carries it out. */
export function BulkDialog({ action, selection, count, onClose, onDone }: BulkDialogProps) {
  const texts = bulkTexts[action];
  const departments = useDepartmentOptions();
  const [department, setDepartment] = useState('');
  const [manager, setManager] = useState<AdminPerson | null>(null);
  const [hasNoManager, setNoManager] = useState(false);
  const [interim, setInterim] = useState<AdminPerson | null>(null);
  const [reason, setReason] = useState('');
  const [apply, { isLoading, error: applyError, originalArgs }] = useApplyBulkMutation();
  const request: BulkRequest = {
    action,
    selection,
    ...(action === 'change-department' &&
      department !== '' && { departmentId: department === NONE ? null : Number(department) }),
    ...(action === 'change-manager' && (manager || hasNoManager) && { managerId: manager?.userId ?? null }),
    ...(interim && { interimManagerId: interim.userId }),
  };
  const isComplete =
    (action !== 'change-department' || request.departmentId !== undefined) &&
    (action !== 'change-manager' || request.managerId !== undefined);
  const preview = usePreviewBulkQuery(request, { skip: !isComplete });
  const shown = isComplete ? preview.data : undefined;
  const missing = !isComplete
    ? action === 'change-department'
      ? 'Choose the new department.'
      : 'Choose the new manager.'
    : preview.error
      ? 'The preview did not load. Try again.'
      : shown === undefined || preview.isFetching
        ? 'The preview is still loading.'
        : shown.count === 0
          ? 'No one would be changed.'
          : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading || missing !== null) return;
    const text = reason.trim();
    const result = await apply({ ...request, ...(text && { reason: text }) });
    if (result.data) onDone(result.data);
  };
  /** An error is about the choices that were sent. Others may be possible. */
  const error = isEqual({ ...originalArgs, reason: undefined }, request) ? applyError : undefined;
  const failure = error ?? preview.error;
  const isDanger = action === 'deactivate' || action === 'remove-admin';
  const Verb = isDanger ? DangerButton : Button;
  const isUndoable = action !== 'resend-invitation';
  return (
    <Dialog title={texts.title(shown?.count ?? count)} isWide startsAtTitle onClose={onClose}>
      <form className="stack-4" onSubmit={(event) => void submit(event)} noValidate>
        <p className="text-2">
          {isUndoable
            ? 'Nothing changes until you confirm. You can undo it for 10 minutes.'
            : 'Nothing is sent until you confirm. Earlier links stop working.'}
        </p>
        {failure && (
          <ErrorSummary>
            <p className="strong">Nothing was changed</p>
            <p>
              <ProblemText message={problemOf(failure).message} />
            </p>
            {preview.error && (
              <Button small onClick={() => void preview.refetch()}>
                Try again
              </Button>
            )}
          </ErrorSummary>
        )}
        {action === 'change-department' && (
          <SelectField
            label="New department"
            value={department}
            onChange={setDepartment}
            options={[
              { value: '', label: 'Choose a department' },
              { value: NONE, label: 'No department' },
              ...departments,
            ]}
          />
        )}
        {action === 'change-manager' && (
          <div className="stack">
            <AdminPersonField
              label="New manager"
              value={manager}
              onChange={(person) => {
                setManager(person);
                setNoManager(false);
              }}
            />
            {!manager && (
              <label className="row">
                <input
                  type="checkbox"
                  className="checkbox"
                  checked={hasNoManager}
                  onChange={(event) => setNoManager(event.currentTarget.checked)}
                />
                No manager
              </label>
            )}
          </div>
        )}
        <p className="visually-hidden" role="status">
          {isComplete && !preview.error && (shown ? summaryOf(shown) : 'Loading')}
        </p>
        {isComplete && !shown && !preview.error && (
          <div aria-hidden="true">
            <SkeletonRows count={3} />
          </div>
        )}
        {shown && (
          <>
            <PreviewTable action={action} preview={shown} />
            <Exceptions
              title={plural(shown.skipped.length, '# person is skipped:', '# people are skipped:')}
              exceptions={shown.skipped}
            />
            {action === 'deactivate' && shown.effects.reassigned > 0 && (
              <AdminPersonField
                label="Interim manager of the direct reports (optional)"
                help="Without one, they get the manager of the person who leaves."
                value={interim}
                onChange={setInterim}
              />
            )}
            {action === 'deactivate' && shown.count > 0 && <Consequences effects={shown.effects} />}
          </>
        )}
        {action !== 'resend-invitation' && (
          <Field
            label="Reason (optional)"
            help="Administrators see it in the audit log. It is also part of the data that the person can export."
          >
            {(control) => (
              <input
                {...control}
                className="input"
                maxLength={REASON_MAX_LENGTH}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <div className="row row-wrap dialog-end bulk-end">
          <Button onClick={onClose}>Cancel</Button>
          <Verb
            type="submit"
            busy={isLoading}
            missing={missing}
            {...(isDanger ? { isFinal: true } : { variant: 'primary' })}
          >
            {texts.button(shown?.count ?? count)}
          </Verb>
        </div>
      </form>
    </Dialog>
  );
}

/** Announced when the preview has loaded. */
function summaryOf({ count, skipped }: BulkPreview): string {
  const included = plural(count, 'Preview: # person is included.', 'Preview: # people are included.');
  return skipped.length === 0
    ? included
    : `${included} ${plural(skipped.length, '# person is skipped.', '# people are skipped.')}`;
}

function Consequences({ effects }: Pick<BulkPreview, 'effects'>) {
  const { devices, programs, sessions, reassigned, learners, surveys = 0 } = effects;
  const all: { icon: LucideIcon; title: string; text: string }[] = [
    {
      icon: LogOut,
      title: 'Access ends within 60 seconds',
      text:
        devices === 0
          ? 'None of them is signed in now.'
          : plural(
              devices,
              '# device is signed out and chat closes.',
              '# devices are signed out and chat closes.',
            ),
    },
    ...(reassigned > 0
      ? [
          {
            icon: UserRoundCog,
            title: plural(reassigned, '# person gets another manager', '# people get another manager'),
            text: 'An undo restores their manager.',
          },
        ]
      : []),
    ...(sessions > 0
      ? [
          {
            icon: CalendarX2,
            title: plural(sessions, '# session is cancelled', '# sessions are cancelled'),
            text: 'The other participants are notified. An undo does not book them again.',
          },
        ]
      : []),
    ...(learners > 0
      ? [
          {
            icon: UserRoundX,
            title: plural(learners, '# learner loses their coach', '# learners lose their coach'),
            text: 'Their programs continue without a coach.',
          },
        ]
      : []),
    ...(surveys > 0
      ? [
          {
            icon: CalendarOff,
            title: plural(surveys, '# survey loses its planned days', '# surveys lose their planned days'),
            text: 'They are no longer opened or released automatically. Administrators can release the results of open ones, and may have to create the others again.',
          },
        ]
      : []),
    ...(programs > 0
      ? [
          {
            icon: Sprout,
            title: plural(programs, '# program stops', '# programs stop'),
            text: 'No reminders are sent. Progress stays as it is.',
          },
        ]
      : []),
    { icon: History, title: 'History is kept', text: 'Programs, answers and messages stay where they are.' },
  ];
  return (
    <ul className="effects">
      {all.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon className="icon" aria-hidden="true" />
          <div>
            <p className="strong">{title}</p>
            <p className="text-2">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
