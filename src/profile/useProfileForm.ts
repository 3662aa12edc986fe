import { type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Profile } from '#contract/people.ts';
import { useAppDispatch, useAppSelector } from '#src/app/hooks.ts';
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

/** The form's story: what is typed is a draft, saving checks, refuses or goes on, a save in between is shown. */
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
  const [trouble, setTrouble] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Profile | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const changed = changedFields(fields, fieldsOf(base));

  const put = (next: ProfileFields, against: Profile = base) => {
    setFields(next);
    const isChanged = changedFields(next, fieldsOf(against)).length > 0;
    dispatch(draftChanged({ key: DRAFT_KEY, text: isChanged ? JSON.stringify(next) : '' }));
  };
  const refuse = (found: FieldErrors, words: string | null) => {
    setErrors(found);
    setTrouble(words);
    const first = fieldNames.find((name) => found[name]);
    if (first) focus(first);
  };
  const save = async () => {
    if (isLoading) return;
    const edit = editOf(fields, base.version);
    const found = errorsIn(edit);
    if (Object.keys(found).length > 0) return refuse(found, null);
    refuse({}, null);
    const { data, error } = await saveProfile(edit);
    if (data) {
      setBase(data);
      put(fieldsOf(data), data);
      setSaved(true);
      const target = redirectTargetOf(search);
      if (isGate || target) void navigate(target ?? '/home'); // the next gate, if there is one, stands in between
      return;
    }
    const problem = problemOf(error);
    if (problem.status === 409) {
      const latest = await refetch();
      if (latest.data) return setConflict(latest.data);
    }
    refuse(
      Object.fromEntries(
        Object.entries(problem.fields).filter(([name]) => fieldNames.some((one) => one === name)),
      ),
      problem.message,
    );
  };
  const discard = () => {
    setAsking(false);
    refuse({}, null);
    put(fieldsOf(base));
  };
  return {
    base,
    fields,
    errors,
    trouble,
    changed,
    conflict,
    isSaved,
    isSaving: isLoading,
    isAsking,
    change: (name: FieldName, value: string) => {
      setSaved(false);
      setErrors(({ [name]: _mended, ...others }) => others);
      put({ ...fields, [name]: value });
    },
    save,
    /** One change goes back at once; more are asked about. */
    askDiscard: () => (changed.length > 1 ? setAsking(true) : discard()),
    keepTyping: () => setAsking(false),
    discard,
    keepMine: () => {
      if (conflict) setBase(conflict);
      setConflict(null);
    },
    takeTheirs: () => {
      if (!conflict) return;
      setBase(conflict);
      put(fieldsOf(conflict), conflict);
      setConflict(null);
    },
    show: (event: MouseEvent, name: FieldName) => {
      event.preventDefault();
      focus(name);
    },
  };
}
