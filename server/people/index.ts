export { type AccessWindow, findWindows, readableUntil } from './accessWindows.ts';
export { avatarRoutes, openAvatarRoutes } from './avatarRoutes.ts';
export { nameBegins } from './nameBegins.ts';
export { findParticipants } from './peopleRepository.ts';
export { type PeopleDeps, peopleRoutes } from './peopleRoutes.ts';
export { avatarPath, participantOf } from './present.ts';
