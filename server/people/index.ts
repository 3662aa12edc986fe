export { type AccessWindow, FORMER_READS_MS, findWindows, readableUntil } from './accessWindows.ts';
export { avatarRoutes, publicAvatarRoutes } from './avatarRoutes.ts';
export { matchesName, nameStartsWith, searchText } from './nameSearch.ts';
export { findParticipants } from './peopleRepository.ts';
export { type PeopleDeps, peopleRoutes } from './peopleRoutes.ts';
export { avatarPath, participantOf } from './present.ts';
