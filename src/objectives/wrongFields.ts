import { fieldLabels } from './objectiveForm.ts';

/** The wrong fields that the form has, in words that lead to them. */
export const wrongFields = (errors: Record<string, string>, idOf: (path: string) => string) =>
  Object.entries(errors)
    .filter(([path]) => path in fieldLabels)
    .map(([path, error]) => ({ id: idOf(path), text: `${fieldLabels[path]} ${error}` }));
