/** The host of an endpoint, for short texts. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
