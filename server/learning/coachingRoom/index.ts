export { type CoachingRoomDeps, coachingRoomRoutes } from './coachingRoomRoutes.ts';
export type { RtcSettings } from './iceServers.ts';
