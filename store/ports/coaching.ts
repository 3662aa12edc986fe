import type { CoachingCall } from './coachingCall.ts';
import type { CoachingVault } from './coachingVault.ts';

/** What the room of a coaching session needs from the browser. Loaded with the first session that is opened. */
export interface CoachingPort {
  vault(): Promise<CoachingVault>;
  /** Audio and video of the room. */
  call(): Promise<CoachingCall>;
}
