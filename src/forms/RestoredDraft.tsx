interface RestoredDraftProps {
  /** What someone else changed meanwhile: one or more sentences. */
  changed?: string | null;
}

/** Says that the form contains what the user typed earlier and did not save. */
export const RestoredDraft = ({ changed }: RestoredDraftProps) => (
  <p className="text-2" role="status">
    {`Your unsaved changes were restored.${changed ? ` ${changed}` : ''}`}
  </p>
);
