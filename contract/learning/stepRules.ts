import type { Challenge } from './challenges.ts';
import { isDoneWhenOpened, isPackageDone, type PackageReport, type PackageResult } from './packages.ts';
import type { StepKind } from './steps.ts';

/**
 * What completes a step. API, progress, insights, preview and editor all use this module, so no step is completed by one rule
 * on a screen and by another one on the server.
 */
export type StepRule =
  /** The learner marks the step as done. */
  | { kind: 'viewed' }
  /** The learner saves a text. */
  | { kind: 'submitted' }
  /** The score of the answers is at least this, in percent. */
  | { kind: 'passed'; atLeast: number }
  /** The learner practises this many times. Null in a draft without a number. */
  | { kind: 'tally'; goal: number | null }
  /** A coaching session is held. */
  | { kind: 'held' }
  /** A survey is answered. */
  | { kind: 'answered' }
  /** A learning package reports that it is completed, or is opened if it reports nothing. */
  | { kind: 'package' }
  /** The learner downloads the file. */
  | { kind: 'downloaded' }
  /** The learner has watched this share of the video, in percent. */
  | { kind: 'watched'; atLeast: number };

/** A video often ends with credits, so not everything has to be watched. */
export const WATCHED_AT_LEAST = 90;

interface RuledStep {
  kind: StepKind;
  goal?: number | null;
  challenge?: Pick<Challenge, 'passAt'> | null;
}

export function ruleOf({ kind, goal = null, challenge }: RuledStep): StepRule {
  switch (kind) {
    case 'challenge':
      return challenge ? { kind: 'passed', atLeast: challenge.passAt } : { kind: 'viewed' };
    case 'practice':
      return { kind: 'tally', goal };
    case 'reflection':
      return { kind: 'submitted' };
    case 'session':
      return { kind: 'held' };
    case 'survey':
      return { kind: 'answered' };
    case 'package':
      return { kind: 'package' };
    case 'file':
      return { kind: 'downloaded' };
    case 'video':
      return { kind: 'watched', atLeast: WATCHED_AT_LEAST };
    case 'content':
    case 'link':
      return { kind: 'viewed' };
  }
}

/** The known facts about a learner's step. Each rule uses those that it needs. */
export interface StepEvidence {
  /** The learner marks the step as done. */
  isMarked?: boolean;
  text?: string | null;
  /** How often the learner has practised. */
  count?: number;
  /** The result of the challenge, in percent. */
  score?: number;
  isHeld?: true;
  isAnswered?: true;
  /** What the package reports. */
  result?: Pick<PackageResult, 'completion' | 'success'>;
  /** The package that was opened. */
  opened?: Pick<PackageReport, 'tracks'>;
  isDownloaded?: true;
  /** How much of the video the learner has watched, in percent. */
  watched?: number;
}

/** Whether the known facts about a step complete it. */
export function isCompletedBy(rule: StepRule, evidence: StepEvidence): boolean {
  const { isMarked = false, text, count = 0, score, result, opened } = evidence;
  switch (rule.kind) {
    case 'viewed':
      return isMarked;
    case 'submitted':
      return isMarked && Boolean(text?.trim());
    case 'passed':
      return score !== undefined && score >= rule.atLeast;
    case 'tally':
      return isMarked && count >= (rule.goal ?? 0);
    case 'held':
      return evidence.isHeld === true;
    case 'answered':
      return evidence.isAnswered === true;
    case 'package':
      return (
        (result !== undefined && isPackageDone(result)) || (opened !== undefined && isDoneWhenOpened(opened))
      );
    case 'downloaded':
      return evidence.isDownloaded === true;
    case 'watched':
      return (evidence.watched ?? 0) >= rule.atLeast;
  }
}

/** Rules that Trellis applies by itself. The learner cannot mark such a step as done. */
const BY_TRELLIS: readonly StepRule['kind'][] = ['held', 'answered', 'package', 'downloaded', 'watched'];
export const isMarkedByLearner = ({ kind }: StepRule) => !BY_TRELLIS.includes(kind);

/**
 * Only a held session completes a session step, and only a submitted answer completes a survey step (decision 0028).
 */
export const isRecordedByLearner = (kind: StepKind) => kind !== 'session' && kind !== 'survey';
