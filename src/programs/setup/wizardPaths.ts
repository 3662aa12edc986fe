/** The steps of the wizard, each with its own address. */
export const wizardSteps = ['purpose', 'rules', 'sessions', 'audience', 'review'] as const;
export type WizardStep = (typeof wizardSteps)[number];
/** Undefined for the last step. */
export const nextStep = (step: WizardStep): WizardStep | undefined =>
  wizardSteps[wizardSteps.indexOf(step) + 1];

/** The trailing slash is required by the guard. */
export const NEW_PROGRAM_PATH = '/admin/programs/create/';
export const BLANK_PROGRAM_PATH = `${NEW_PROGRAM_PATH}new/purpose`;
export const wizardPath = (programId: string, step: WizardStep = 'purpose') =>
  `${NEW_PROGRAM_PATH}${programId}/${step}`;

export const previewPath = (programId: string) => `${NEW_PROGRAM_PATH}${programId}/preview`;

/** Null for another address. The program is null on the start page, and `new` before its first change. */
export function wizardPlace(
  pathname: string,
): { programId: string | null; step: WizardStep | 'preview' } | null {
  if (!pathname.startsWith(NEW_PROGRAM_PATH)) return null;
  const [programId = null, name = 'purpose', ...rest] = pathname
    .slice(NEW_PROGRAM_PATH.length)
    .split('/')
    .filter(Boolean);
  const step = [...wizardSteps, 'preview' as const].find((one) => one === name);
  return step && rest.length === 0 ? { programId, step } : null;
}
