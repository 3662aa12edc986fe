import type { NominationPhase, ReportGroup } from '#contract/surveys/feedback.ts';

/** Texts for people who are not the subject. */
export const reportGroupNames: Record<ReportGroup, string> = {
  self: 'Self',
  manager: 'Manager',
  peer: 'Peers',
  report: 'Direct reports',
  other: 'Others',
};
export const phaseLabels: Record<NominationPhase, string> = {
  preparing: 'In preparation',
  nominating: 'Waiting for nominations',
  approving: 'Waiting for approval',
};
