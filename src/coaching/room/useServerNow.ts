import { useNow } from '#src/ui/text/useNow.ts';

/** The time of the server, kept current while `isOn`. */
export const useServerNow = (offset: number, isOn: boolean): number => useNow(isOn) + offset;
