import {
  type ProgramFields,
  type ProgramSetup,
  programFieldsSchema,
} from '#contract/learning/programSetup.ts';
import { useAppDispatch, useAppStore } from '#src/app/hooks.ts';
import type { ConflictingValue } from '#src/forms/ConflictBar.tsx';
import { newKey } from '#src/forms/newKey.ts';
import { type AutosavedDocument, useAutosavedDocument } from '#src/forms/useAutosavedDocument.ts';
import { plural } from '#src/ui/text/plural.ts';
import { draftChanged, selectDraft } from '#store/drafts/draftsSlice.ts';
import {
  useCreateProgramMutation,
  useLazyGetProgramSetupQuery,
  useSaveProgramMutation,
} from '#store/programs/setupApi.ts';
import {
  coachingPlanText,
  confirmationLabels,
  dueText,
  joiningLabels,
  orderLabels,
  rangeText,
  ruleText,
  surveysText,
} from './wizardTexts.ts';

export type ProgramForm = AutosavedDocument<ProgramFields, ProgramSetup>;

/** A program before its first change, which creates it on the server. */
export const blankProgram: ProgramSetup = {
  programId: '',
  status: 'draft',
  version: 0,
  name: '',
  purpose: '',
  topicIds: [],
  selectionMin: 1,
  selectionMax: 1,
  topicOrder: 'free',
  confirmation: 'self',
  managerVisible: true,
  due: { kind: 'none' },
  coachingPlan: null,
  joining: 'invitation',
  surveyBeforeId: null,
  surveyAfterId: null,
  audience: { everyone: false, userIds: [], departmentIds: [] },
  audienceRule: null,
  coachIds: [],
  coachLimit: null,
  isNameUsed: false,
  isForLine: false,
  owner: null,
  changedBy: null,
  changedAt: new Date(0).toISOString(),
  topics: [],
  people: [],
  departments: [],
  coaches: [],
  surveys: [],
  reach: 0,
  problems: {},
  review: { askedAt: null, note: null },
  launch: null,
  can: { edit: true, launch: false, askReview: false, returnReview: false, export: false },
};

const CREATION_KEY = 'program/new/key';

const NAMES = Object.keys(programFieldsSchema.shape) as (keyof ProgramFields)[];
export const fieldsOf = (setup: ProgramFields): ProgramFields =>
  Object.fromEntries(NAMES.map((name) => [name, setup[name]])) as ProgramFields;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
/** The fields whose values differ. */
export const changedFields = (mine: ProgramFields, base: ProgramFields) =>
  Object.fromEntries(
    NAMES.filter((name) => !isSame(mine[name], base[name])).map((name) => [name, mine[name]]),
  ) as Partial<ProgramFields>;

/** The draft of a program, saved while the user edits it. The first change creates it. */
export function useProgramDocument(
  loaded: ProgramSetup,
  onCreated: (programId: string) => void,
): ProgramForm {
  const [createProgram] = useCreateProgramMutation();
  const [saveProgram] = useSaveProgramMutation();
  const [readSetup] = useLazyGetProgramSetupQuery();
  const dispatch = useAppDispatch();
  const store = useAppStore();
  /** Kept with the draft, so that a save that is repeated after a reload creates nothing twice. */
  const creationKey = () => {
    const kept = selectDraft(store.getState(), CREATION_KEY);
    if (kept !== '') return kept;
    const key = newKey();
    dispatch(draftChanged({ key: CREATION_KEY, text: key }));
    return key;
  };
  return useAutosavedDocument<ProgramFields, ProgramSetup>({
    draftKeyOf: ({ programId }) => `program/${programId || 'new'}`,
    loaded,
    docOf: fieldsOf,
    // A draft that an earlier version of the client stored lacks newer fields.
    read: (kept) => programFieldsSchema.safeParse(Object.assign(fieldsOf(blankProgram), kept)).data ?? null,
    async save(doc, saved) {
      const { programId, version } = saved;
      const change = changedFields(doc, fieldsOf(saved));
      if (programId !== '') return saveProgram({ programId, change: { ...change, version, isDraft: true } });
      const created = await createProgram({ ...doc, key: creationKey() });
      if (created.data) {
        dispatch(draftChanged({ key: CREATION_KEY, text: '' }));
        onCreated(created.data.programId);
      }
      return created;
    },
    // The autosave of a draft never changes a program that was launched.
    isClosed: ({ status }) => status !== 'draft',
    reload: (saved) => readSetup({ programId: saved.programId }),
  });
}

/** Both versions of each difference, as texts. */
export function conflictingValues(
  mine: ProgramFields,
  theirs: ProgramFields,
  shortDay: (day: string) => string,
): ConflictingValue[] {
  const texts = (fields: ProgramFields) => [
    ['Program name', fields.name],
    ['Purpose', fields.purpose],
    ['Topics', String(fields.topicIds.length), fields.topicIds.join()],
    ['Number of topics to choose', rangeText(fields.selectionMin, fields.selectionMax)],
    ['Order of topics', orderLabels[fields.topicOrder]],
    ['Confirmation', confirmationLabels[fields.confirmation]],
    ['Managers see progress', fields.managerVisible ? 'Yes' : 'No'],
    ['Due date', dueText(fields.due, shortDay)],
    [
      'Audience',
      fields.audience.everyone
        ? 'Everyone'
        : `${plural(fields.audience.departmentIds.length, '# department', '# departments')}, ${plural(fields.audience.userIds.length, '# person', '# people')}`,
      JSON.stringify(fields.audience),
    ],
    ['Audience rule', ruleText(fields.audienceRule, shortDay), JSON.stringify(fields.audienceRule)],
    ['Coaches', String(fields.coachIds.length), fields.coachIds.join()],
    ['Learners per coach', fields.coachLimit === null ? 'Any number' : String(fields.coachLimit)],
    ['Coaching plan', coachingPlanText(fields.coachingPlan)],
    ['Sign-up', joiningLabels[fields.joining]],
    ['Surveys', surveysText(fields), `${fields.surveyBeforeId} ${fields.surveyAfterId}`],
  ];
  const others = texts(theirs);
  return texts(mine).flatMap((own, index) => {
    const other = others[index];
    if (!other || own.join('\n') === other.join('\n')) return [];
    return [{ label: own[0] ?? '', mine: own[1] ?? '', theirs: other[1] ?? '' }];
  });
}
