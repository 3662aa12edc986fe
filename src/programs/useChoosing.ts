import { useLocation } from 'react-router-dom';

/** The picker has an address of its own, so that Back leaves it and a link can lead to it. */
export const choosePath = (programId: string) => `/program/${programId}?show=choose`;
export const useIsChoosing = () => new URLSearchParams(useLocation().search).get('show') === 'choose';
