import { fieldLabels } from './objectiveForm.ts';

/** The wrong fields that the form has, in its order and in words that lead to them. */
export const wrongFields = (errors: Record<string, string>, idOf: (path: string) => string) =>
  Object.keys(fieldLabels).flatMap((path) =>
    errors[path] ? [{ id: idOf(path), text: `${fieldLabels[path]} ${errors[path]}` }] : [],
  );
