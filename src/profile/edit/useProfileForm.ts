import { type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Profile } from '#contract/profile.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
import { pickFields } from '#src/forms/documentVersions.ts';
import { problemOf } from '#store/api/problemOf.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import { selectLocation } from '#store/navigation/navigationSlice.ts';
import { redirectTargetOf } from '#store/navigation/safePath.ts';
import { useGetProfileQuery, useSaveProfileMutation } from '#store/profile/profileApi.ts';
import { selectUser } from '#store/session/sessionSlice.ts';
import {
  changedFields,
  editOf,
  errorsIn,
  type FieldErrors,
  type FieldName,
  fieldNames,
  fieldsOf,
  type ProfileFields,
  parseDraft,
} from './profileForm.ts';

const DRAFT_KEY = 'profile';

/** State of the profile form: draft, validation, saving and conflicts with changes made elsewhere. */
export function useProfileForm(profile: Profile, focus: (name: FieldName) => void) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { refetch } = useGetProfileQuery();
  const [saveProfile, { isLoading }] = useSaveProfileMutation();
  const { search } = useAppSelector(selectLocation);
  const isGate = useAppSelector((state) => selectUser(state)?.lastProfileUpdate == null);
  const draft = useAppSelector((state) => selectDraft(state, DRAFT_KEY));
  const [base, setBase] = useState(profile);
  const [fields, setFields] = useState<ProfileFields>(() => ({ ...fieldsOf(profile), ...parseDraft(draft) }));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Profile | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const changed = changedFields(fields, fieldsOf(base));

  const setAll = (next: ProfileFields, against: Profile = base) => {
    setFields(next);
    // Only the changes, so that a later visit keeps what other people have saved meanwhile.
    const draftFields = pickFields(next, changedFields(next, fieldsOf(against)));
    const isChanged = Object.keys(draftFields).length > 0;
    dispatch(draftChanged({ key: DRAFT_KEY, text: isChanged ? JSON.stringify(draftFields) : '' }));
  };
  const showErrors = (found: FieldErrors, text: string | null) => {
    setErrors(found);
    setMessage(text);
    const first = fieldNames.find((name) => found[name]);
    if (first) focus(first);
  };
  const save = async (against: Profile = base): Promise<void> => {
    if (isLoading) return;
    const edit = editOf(fields, against.version);
    const found = errorsIn(edit);
    if (Object.keys(found).length > 0) return showErrors(found, null);
    showErrors({}, null);
    const { data, error } = await saveProfile(edit);
    if (data) {
      setBase(data);
      setAll(fieldsOf(data), data);
      const target = redirectTargetOf(search);
      if (isGate || target) void navigate(target ?? '/home'); // a route guard may redirect to the next required page
      return;
    }
    const problem = problemOf(error);
    if (problem.status === 409) {
      const latest = await refetch();
      if (latest.data) {
        const isSame = changedFields(fieldsOf(latest.data), fieldsOf(against)).length === 0;
        // Something that this form does not show was changed, for example the email address.
        return isSame && latest.data.version > against.version ? save(latest.data) : setConflict(latest.data);
      }
    }
    showErrors(
      Object.fromEntries(
        Object.entries(problem.fields).filter(([name]) => fieldNames.some((field) => field === name)),
      ),
      problem.message,
    );
  };
  const discard = () => {
    setConfirming(false);
    showErrors({}, null);
    setAll(fieldsOf(base));
  };
  return {
    base,
    fields,
    errors,
    message,
    changed,
    conflict,
    isSaving: isLoading,
    isConfirming,
    change: (name: FieldName, value: string) => {
      setErrors(({ [name]: _corrected, ...others }) => others);
      setMessage(null);
      setAll({ ...fields, [name]: value });
    },
    save: () => save(),
    /** Discards a single change immediately. Asks for confirmation if there are several. */
    askDiscard: () => (changed.length > 1 ? setConfirming(true) : discard()),
    keepEditing: () => setConfirming(false),
    discard,
    /** Unchanged fields get the values that the other person saved. */
    keepMine: () => {
      if (!conflict) return;
      setBase(conflict);
      setAll({ ...fieldsOf(conflict), ...pickFields(fields, changed) }, conflict);
      setConflict(null);
    },
    takeTheirs: () => {
      if (!conflict) return;
      setBase(conflict);
      setAll(fieldsOf(conflict), conflict);
      setConflict(null);
    },
    show: (event: MouseEvent, name: FieldName) => {
      event.preventDefault();
      focus(name);
    },
  };
}
