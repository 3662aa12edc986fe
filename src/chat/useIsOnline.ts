import { useAppSelector } from '#src/app/hooks.ts';
import { selectIsPersonOnline } from '#store/chat/chatSelectors.ts';

export const useIsOnline = (userId: number): boolean =>
  useAppSelector((state) => selectIsPersonOnline(state, userId));
