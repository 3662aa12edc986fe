export { type AccessWindow, FORMER_READS_MS, findWindows, readableUntil } from './accessWindows.ts';
export { avatarRoutes, PICTURE_HEADERS, publicAvatarRoutes } from './avatarRoutes.ts';
export { AVATAR_TYPES, imageTypeOf } from './avatars.ts';
export { encodePicture } from './encodePicture.ts';
export { matchesName, matchingPeople, nameStartsWith, searchText } from './nameSearch.ts';
export { departmentsWithin, findLocale, findParticipants, hasAtMost } from './peopleRepository.ts';
export { type PeopleDeps, peopleRoutes } from './peopleRoutes.ts';
export { acceptPictures, readPicture } from './pictureUploads.ts';
export { avatarPath, logoPath, participantOf } from './present.ts';
